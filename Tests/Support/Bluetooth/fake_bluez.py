#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""org.bluez (5.66 behaviour, as recorded by contract.py against the real daemon) with one simulated wallet. Owns org.bluez on $DBUS_SYSTEM_BUS_ADDRESS.
Needs only python3-gi.  fake_bluez.py --ctl FIFO [--secure PASSKEY] [--mtu 247] [--fast]"""
import argparse, os, socket, sys, time
import gi
gi.require_version('Gio', '2.0')
from gi.repository import Gio, GLib
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from wallet_core import Wallet, chunks
V = GLib.Variant
ap = argparse.ArgumentParser()
ap.add_argument('--ctl'); ap.add_argument('--secure'); ap.add_argument('--mtu', type=int, default=247)
ap.add_argument('--fast', action='store_true', help='no artificial radio delays'); ap.add_argument('--addr', default='C4:11:22:33:44:55'); ap.add_argument('--name', default='Touch 1A2B')
A = ap.parse_args()
K = 0 if A.fast else 1
ADV, CONN, SVC, RESOLVE, DISC, ATT = (int(x * K) for x in (80, 150, 450, 170, 2000, 8))   # ms
T0 = time.monotonic()
def log(*a): print('[fake %.3f]' % (time.monotonic() - T0), *a, flush=True)

XML = """<node>
<interface name='org.bluez.Adapter1'>
 <method name='StartDiscovery'/><method name='StopDiscovery'/><method name='SetDiscoveryFilter'><arg name='properties' type='a{sv}' direction='in'/></method>
 <method name='RemoveDevice'><arg name='device' type='o' direction='in'/></method><method name='GetDiscoveryFilters'><arg name='filters' type='as' direction='out'/></method>
 <property name='Address' type='s' access='read'/><property name='AddressType' type='s' access='read'/><property name='Name' type='s' access='read'/><property name='Alias' type='s' access='readwrite'/>
 <property name='Class' type='u' access='read'/><property name='Powered' type='b' access='readwrite'/><property name='Discoverable' type='b' access='readwrite'/><property name='DiscoverableTimeout' type='u' access='readwrite'/>
 <property name='Pairable' type='b' access='readwrite'/><property name='PairableTimeout' type='u' access='readwrite'/><property name='Discovering' type='b' access='read'/><property name='UUIDs' type='as' access='read'/>
 <property name='Modalias' type='s' access='read'/><property name='Roles' type='as' access='read'/><property name='ExperimentalFeatures' type='as' access='read'/></interface>
<interface name='org.bluez.Device1'>
 <method name='Disconnect'/><method name='Connect'/><method name='ConnectProfile'><arg name='UUID' type='s' direction='in'/></method><method name='DisconnectProfile'><arg name='UUID' type='s' direction='in'/></method><method name='Pair'/><method name='CancelPairing'/>
 <property name='Address' type='s' access='read'/><property name='AddressType' type='s' access='read'/><property name='Name' type='s' access='read'/><property name='Alias' type='s' access='readwrite'/><property name='Class' type='u' access='read'/>
 <property name='Appearance' type='q' access='read'/><property name='Icon' type='s' access='read'/><property name='Paired' type='b' access='read'/><property name='Bonded' type='b' access='read'/><property name='Trusted' type='b' access='readwrite'/>
 <property name='Blocked' type='b' access='readwrite'/><property name='LegacyPairing' type='b' access='read'/><property name='RSSI' type='n' access='read'/><property name='Connected' type='b' access='read'/><property name='UUIDs' type='as' access='read'/>
 <property name='Modalias' type='s' access='read'/><property name='Adapter' type='o' access='read'/><property name='ManufacturerData' type='a{qv}' access='read'/><property name='ServiceData' type='a{sv}' access='read'/><property name='TxPower' type='n' access='read'/>
 <property name='ServicesResolved' type='b' access='read'/><property name='AdvertisingFlags' type='ay' access='read'/><property name='AdvertisingData' type='a{yv}' access='read'/><property name='WakeAllowed' type='b' access='readwrite'/></interface>
<interface name='org.bluez.GattService1'><property name='UUID' type='s' access='read'/><property name='Device' type='o' access='read'/><property name='Primary' type='b' access='read'/><property name='Includes' type='ao' access='read'/></interface>
<interface name='org.bluez.GattCharacteristic1'>
 <method name='ReadValue'><arg name='options' type='a{sv}' direction='in'/><arg name='value' type='ay' direction='out'/></method><method name='WriteValue'><arg name='value' type='ay' direction='in'/><arg name='options' type='a{sv}' direction='in'/></method>
 <method name='AcquireWrite'><arg name='options' type='a{sv}' direction='in'/><arg name='fd' type='h' direction='out'/><arg name='mtu' type='q' direction='out'/></method>
 <method name='AcquireNotify'><arg name='options' type='a{sv}' direction='in'/><arg name='fd' type='h' direction='out'/><arg name='mtu' type='q' direction='out'/></method><method name='StartNotify'/><method name='StopNotify'/>
 <property name='UUID' type='s' access='read'/><property name='Service' type='o' access='read'/><property name='Value' type='ay' access='read'/><property name='Notifying' type='b' access='read'/><property name='Flags' type='as' access='read'/>
 <property name='WriteAcquired' type='b' access='read'/><property name='NotifyAcquired' type='b' access='read'/><property name='MTU' type='q' access='read'/></interface>
<interface name='org.bluez.GattDescriptor1'>
 <method name='ReadValue'><arg name='options' type='a{sv}' direction='in'/><arg name='value' type='ay' direction='out'/></method><method name='WriteValue'><arg name='value' type='ay' direction='in'/><arg name='options' type='a{sv}' direction='in'/></method>
 <property name='UUID' type='s' access='read'/><property name='Characteristic' type='o' access='read'/><property name='Value' type='ay' access='read'/></interface>
<interface name='org.bluez.AgentManager1'><method name='RegisterAgent'><arg name='agent' type='o' direction='in'/><arg name='capability' type='s' direction='in'/></method><method name='UnregisterAgent'><arg name='agent' type='o' direction='in'/></method><method name='RequestDefaultAgent'><arg name='agent' type='o' direction='in'/></method></interface>
<interface name='org.freedesktop.DBus.ObjectManager'><method name='GetManagedObjects'><arg name='objects' type='a{oa{sa{sv}}}' direction='out'/></method>
 <signal name='InterfacesAdded'><arg name='object' type='o'/><arg name='interfaces' type='a{sa{sv}}'/></signal><signal name='InterfacesRemoved'><arg name='object' type='o'/><arg name='interfaces' type='as'/></signal></interface>
</node>"""
NODE = Gio.DBusNodeInfo.new_for_xml(XML)
bus = Gio.bus_get_sync(Gio.BusType.SYSTEM, None)
class E(Exception):
    def __init__(s, name, msg): s.name = name if '.' in name else 'org.bluez.Error.' + name; s.msg = msg
Later = object()
def after(ms, f, *a):
    if ms <= 0: GLib.idle_add(lambda: (f(*a), False)[1])
    else: GLib.timeout_add(ms, lambda: (f(*a), False)[1])

OBJ = {}
class Obj:
    path = None; iface = None
    def __init__(s): s.p = {}; s.ids = []
    def export(s, announce=True):
        s.ids = [bus.register_object(s.path, NODE.lookup_interface(s.iface), s._call, s._get, s._set)]
        OBJ[s.path] = s
        if announce:
            inner = {'org.freedesktop.DBus.Introspectable': {}, s.iface: dict(s.p), 'org.freedesktop.DBus.Properties': {}}
            bus.emit_signal(None, '/', 'org.freedesktop.DBus.ObjectManager', 'InterfacesAdded', V('(oa{sa{sv}})', (s.path, inner)))
    def unexport(s):
        for i in s.ids: bus.unregister_object(i)
        OBJ.pop(s.path, None)
        bus.emit_signal(None, '/', 'org.freedesktop.DBus.ObjectManager', 'InterfacesRemoved', V('(oas)', (s.path, ['org.freedesktop.DBus.Properties', 'org.freedesktop.DBus.Introspectable', s.iface])))
    def changed(s, _inv=(), **kw):
        s.p.update(kw)
        for k in _inv: s.p.pop(k, None)
        bus.emit_signal(None, s.path, 'org.freedesktop.DBus.Properties', 'PropertiesChanged', V('(sa{sv}as)', (s.iface, kw, list(_inv))))
    def _get(s, c, sender, path, iface, name): return s.p.get(name)
    def _set(s, c, sender, path, iface, name, v): return s.set(name, v)
    def _call(s, c, sender, path, iface, m, args, inv):
        try: r = getattr(s, m)(inv, sender, *args.unpack()) if m not in ('SetDiscoveryFilter', 'WriteValue') else getattr(s, m)(inv, sender, args)
        except E as e: inv.return_dbus_error(e.name, e.msg); return
        if r is not Later: inv.return_value(r)

class Root(Obj):
    path = '/'; iface = 'org.freedesktop.DBus.ObjectManager'
    def GetManagedObjects(s, inv, sender):
        return V('(a{oa{sa{sv}}})', ({o.path: {'org.freedesktop.DBus.Introspectable': {}, o.iface: dict(o.p), 'org.freedesktop.DBus.Properties': {}} for o in OBJ.values() if o is not s},))

class AgentMgr(Obj):
    path = '/org/bluez'; iface = 'org.bluez.AgentManager1'
    def __init__(s): super().__init__(); s.agents = {}; s.default = None
    def RegisterAgent(s, inv, sender, path, cap):
        if cap not in ('', 'DisplayOnly', 'DisplayYesNo', 'KeyboardOnly', 'NoInputNoOutput', 'KeyboardDisplay'): raise E('InvalidArguments', 'Invalid arguments in method call')
        if sender in s.agents: raise E('AlreadyExists', 'Already Exists')
        s.agents[sender] = (path, cap or 'KeyboardDisplay'); s.default = s.default or sender
        if not ad.p['Pairable'].unpack(): ad.changed(Pairable=V('b', True))
    def UnregisterAgent(s, inv, sender, path):
        if s.agents.get(sender, (None,))[0] != path: raise E('DoesNotExist', 'Does Not Exist')
        s.gone(sender)
    def RequestDefaultAgent(s, inv, sender, path):
        if s.agents.get(sender, (None,))[0] != path: raise E('DoesNotExist', 'Does Not Exist')
        s.default = sender
    def gone(s, sender):
        s.agents.pop(sender, None)
        if s.default == sender: s.default = next(iter(s.agents), None)
        if not s.agents and ad.p['Pairable'].unpack(): ad.changed(Pairable=V('b', False))
    def pick(s, sender):
        n = sender if sender in s.agents else s.default
        return (n, *s.agents[n]) if n else None

FILTERS = {'UUIDs': 'as', 'RSSI': 'n', 'Pathloss': 'q', 'Transport': 's', 'DuplicateData': 'b', 'Discoverable': 'b', 'Pattern': 's'}
class Adapter(Obj):
    path = '/org/bluez/hci0'; iface = 'org.bluez.Adapter1'
    def __init__(s):
        super().__init__(); s.sessions = set(); s.filters = {}
        s.p = dict(Address=V('s', '00:AA:01:00:00:42'), AddressType=V('s', 'public'), Name=V('s', 'BlueZ 5.66'), Alias=V('s', 'BlueZ 5.66'), Class=V('u', 0), Powered=V('b', True), Discoverable=V('b', False),
            DiscoverableTimeout=V('u', 180), Pairable=V('b', False), PairableTimeout=V('u', 0), Discovering=V('b', False), Modalias=V('s', 'usb:v1D6Bp0246d0542'), Roles=V('as', ['central', 'peripheral']),
            UUIDs=V('as', ['00001801-0000-1000-8000-00805f9b34fb', '00001800-0000-1000-8000-00805f9b34fb', '00001200-0000-1000-8000-00805f9b34fb', '0000110c-0000-1000-8000-00805f9b34fb', '0000110e-0000-1000-8000-00805f9b34fb', '0000180a-0000-1000-8000-00805f9b34fb']))
    def up(s): return s.p['Powered'].unpack()
    def GetDiscoveryFilters(s, inv, sender): return V('(as)', (list(FILTERS),))
    def SetDiscoveryFilter(s, inv, sender, args):
        if not s.up(): raise E('NotReady', 'Resource Not Ready')
        f = args.get_child_value(0); r = {}
        for i in range(f.n_children()):
            e = f.get_child_value(i); k = e.get_child_value(0).get_string(); v = e.get_child_value(1).get_variant()
            bad = E('InvalidArguments', 'Invalid arguments in method call')
            if FILTERS.get(k) != v.get_type_string(): raise bad
            if k == 'Transport' and v.unpack() not in ('auto', 'bredr', 'le'): raise bad
            if k == 'UUIDs' and not all(len(u) in (4, 8, 36) for u in v.unpack()): raise bad
            r[k] = v.unpack()
        s.filters[sender] = r
    def StartDiscovery(s, inv, sender):
        if not s.up(): raise E('NotReady', 'Resource Not Ready')
        if sender in s.sessions: raise E('InProgress', 'Operation already in progress')
        s.sessions.add(sender)
        inv.return_value(None)
        if not s.p['Discovering'].unpack(): s.changed(Discovering=V('b', True))
        after(ADV, wallet.advertise); return Later
    def StopDiscovery(s, inv, sender):
        if not s.up(): raise E('NotReady', 'Resource Not Ready')
        if sender not in s.sessions: raise E('Failed', 'No discovery started')
        inv.return_value(None); s.gone(sender); return Later
    def gone(s, sender):
        s.filters.pop(sender, None)
        if sender in s.sessions:
            s.sessions.discard(sender)
            if not s.sessions:
                s.changed(Discovering=V('b', False))
                if dev.path in OBJ and 'RSSI' in dev.p: dev.changed(_inv=('RSSI',))
                dev.arm_temporary()
    def RemoveDevice(s, inv, sender, path):
        if path != dev.path or path not in OBJ: raise E('DoesNotExist', 'Does Not Exist')
        if dev.p['Connected'].unpack(): dev.local_disconnect(lambda: (dev.changed(Connected=V('b', False)), dev.forget()), remove=inv)
        else: inv.return_value(None); dev.forget()
        return Later
    def set(s, name, v):
        if name == 'Powered' and v.unpack() != s.up():
            if not v.unpack():
                if dev.p['Connected'].unpack(): dev.link_lost()
                s.sessions.clear(); s.filters.clear()
                after(2, lambda: s.changed(Discovering=V('b', False), Powered=V('b', False)))
            else: after(20, lambda: s.changed(Powered=v))
            return True
        s.changed(**{name: v}); return True

class Device(Obj):
    iface = 'org.bluez.Device1'
    def __init__(s):
        super().__init__(); s.path = ad.path + '/dev_' + A.addr.replace(':', '_'); s.temp = True; s.pending = None; s.disc_waiters = []; s.fail = 0; s.bonding = None; s.tmo = 0
        s.reset()
    def reset(s):
        s.p = dict(Adapter=V('o', ad.path), Address=V('s', A.addr), AddressType=V('s', 'random'), Alias=V('s', A.name), Name=V('s', A.name), Blocked=V('b', False), Bonded=V('b', False), Connected=V('b', False), LegacyPairing=V('b', False),
            Paired=V('b', False), ServicesResolved=V('b', False), Trusted=V('b', False), UUIDs=V('as', ['0000180a-0000-1000-8000-00805f9b34fb', '0000180f-0000-1000-8000-00805f9b34fb', '00000001-0000-1000-8000-00805f9b34fb']))
        s.temp = True
    def set(s, name, v): s.changed(**{name: v}); return True
    def is_conn(s): return s.p['Connected'].unpack()
    def arm_temporary(s):
        if s.tmo: GLib.source_remove(s.tmo); s.tmo = 0
        if s.path in OBJ and s.temp and not s.is_conn(): s.tmo = GLib.timeout_add(30000, s._expire)
    def _expire(s):
        s.tmo = 0
        if s.path in OBJ and s.temp and not s.is_conn() and not s.pending and not ad.sessions: s.forget()
        return False
    def forget(s):
        for o in list(GATT):      # bluetoothd: descriptors, then their characteristic, then the service
            kids = [x for x in GATT if x.path.startswith(o.path + '/')] if not isinstance(o, Svc) else []
            if isinstance(o, Svc): continue
            for x in kids + [o]:
                if x.path in OBJ: x.unexport()
                if isinstance(x, Char): x.sessions.clear(); x.enabled = False; 'Notifying' in x.p and x.p.update(Notifying=V('b', False)); x.p['Value'] = V('ay', b'')
            svc = o.path.rsplit('/', 1)[0] if isinstance(o, Char) else None
            if svc and svc in OBJ and not any(p.startswith(svc + '/') for p in OBJ): OBJ[svc].unexport()
        if s.path in OBJ: s.unexport()
        s.reset()
    def Connect(s, inv, sender):
        if not ad.up(): raise E('Failed', 'Input/output error')
        if s.is_conn(): return None
        if s.pending: raise E('Failed', 'Operation already in progress')
        s.pending = inv; s.temp = False
        after(CONN, s._try); return Later
    def _try(s, t=0):
        inv = s.pending
        if inv is None: return
        if s.fail > 0: s.fail -= 1; s.pending = None; inv.return_dbus_error('org.bluez.Error.Failed', 'le-connection-abort-by-local'); return
        if not wallet.advertising:
            if t > 40000: s.pending = None; inv.return_dbus_error('org.bluez.Error.Failed', 'le-connection-abort-by-local'); return
            after(100, s._try, t + 100); return
        s.pending = None; wallet.up()
        s.changed(Connected=V('b', True)); inv.return_value(None)
        after(SVC if GATT[0].path not in OBJ else RESOLVE, s._resolve, wallet.epoch)
    def _resolve(s, ep):
        if not s.is_conn() or wallet.epoch != ep or wallet.stall: return
        new = GATT[0].path not in OBJ
        for o in GATT:
            if 'MTU' in o.p: o.p['MTU'] = V('q', A.mtu)
            if new: o.export()
        for o in GATT:
            if isinstance(o, Char) and o.sessions: o.enabled = True     # bluetoothd re-registers surviving notify sessions
        kw = dict(ServicesResolved=V('b', True))
        if new: kw['UUIDs'] = V('as', ['00000001-0000-1000-8000-00805f9b34fb', '00001800-0000-1000-8000-00805f9b34fb', '00001801-0000-1000-8000-00805f9b34fb'])
        s.changed(**kw)
    def Disconnect(s, inv, sender):
        if s.pending:
            p, s.pending = s.pending, None; p.return_dbus_error('org.bluez.Error.Failed', 'br-connection-canceled'); return None
        if not s.is_conn(): return None
        s.disc_waiters.append(inv)
        if len(s.disc_waiters) == 1: s.local_disconnect(lambda: ([w.return_value(None) for w in s.disc_waiters], s.disc_waiters.clear()))
        return Later
    def local_disconnect(s, reply, remove=False):
        def fin():
            if not s.is_conn(): (remove.return_value(None), s.forget()) if remove else reply(); return
            s.changed(ServicesResolved=V('b', False)); wallet.down()
            if remove: remove.return_value(None); reply()
            else: reply(); s.changed(Connected=V('b', False))
            [o.link_down() for o in GATT if isinstance(o, Char)]
        after(DISC, fin)
    def link_lost(s):
        wallet.down(); s.cancel_bonding(); s.changed(Connected=V('b', False), ServicesResolved=V('b', False)); [o.link_down() for o in GATT if isinstance(o, Char)]
    # pairing -------------------------------------------------------------
    def Pair(s, inv, sender):
        if s.p['Bonded'].unpack(): raise E('AlreadyExists', 'Already Exists')
        if s.bonding: raise E('InProgress', 'Operation already in progress')
        def res(err):
            if err: inv.return_dbus_error(*err)
            else: inv.return_value(None)
        s.elevate(sender, res); return Later
    def CancelPairing(s, inv, sender):
        if not s.bonding: raise E('DoesNotExist', 'Does Not Exist')
        s.cancel_bonding()
    def cancel_bonding(s):
        if s.bonding:
            b, s.bonding = s.bonding, None
            if b['agent']: bus.call(b['agent'][0], b['agent'][1], 'org.bluez.Agent1', 'Cancel', None, None, 0, -1, None, None)
            b['done'](('org.bluez.Error.AuthenticationCanceled', 'Authentication Canceled'))
    def elevate(s, sender, done):
        ag = mgr.pick(sender); b = s.bonding = dict(agent=ag, done=done)
        def fin(err, drop=False):
            if s.bonding is not b: return
            s.bonding = None
            if not err: s.temp = False; s.changed(Bonded=V('b', True), Paired=V('b', True))
            done(err)
            if drop and s.is_conn(): s.link_lost()
        bad = ('org.bluez.Error.AuthenticationFailed', 'Authentication Failed')
        if A.secure and (not ag or ag[2] not in ('KeyboardOnly', 'KeyboardDisplay')): after(50 * K, fin, bad); return
        if not A.secure: after(50 * K, fin, None); return
        wallet.show('PASSKEY ' + A.secure)
        def cb(c, r):
            try: key = c.call_finish(r).unpack()[0]
            except GLib.Error: fin(bad); return
            after(200 * K, fin, None) if '%06d' % key == A.secure else fin(bad, True)
        bus.call(ag[0], ag[1], 'org.bluez.Agent1', 'RequestPasskey', V('(o)', (s.path,)), GLib.VariantType('(u)'), 0, 60000, None, cb)

class Svc(Obj):
    iface = 'org.bluez.GattService1'
    def __init__(s, h, uuid):
        super().__init__(); s.path = '%s/service%04x' % (dev.path, h)
        s.p = dict(Device=V('o', dev.path), Includes=V('ao', []), Primary=V('b', True), UUID=V('s', uuid))
class Char(Obj):
    iface = 'org.bluez.GattCharacteristic1'
    def __init__(s, svc, h, uuid, flags):
        super().__init__(); s.path = '%s/char%04x' % (svc.path, h); s.flags = flags; s.sessions = set(); s.enabled = False; s.fd = None; s.busy = None; s.q = []
        s.p = dict(Flags=V('as', flags), MTU=V('q', A.mtu), Service=V('o', svc.path), UUID=V('s', uuid), Value=V('ay', b''))
        if 'notify' in flags or 'indicate' in flags: s.p['Notifying'] = V('b', False)
        if 'notify' in flags: s.p['NotifyAcquired'] = V('b', False)
        if 'write-without-response' in flags: s.p['WriteAcquired'] = V('b', False)
    def check(s):
        if not dev.is_conn(): raise E('Failed', 'Not connected')
    def att(s, inv, sender, f, need_sec=True):
        """one ATT request in flight per characteristic; f() runs at the peer"""
        if s.busy: raise E('InProgress', 'In Progress')
        s.busy = inv; ep = wallet.epoch
        def done(err=None, val=None):
            if s.busy is not inv: return
            s.busy = None
            if err: inv.return_dbus_error(*err)
            else: inv.return_value(val)
        def at_peer():
            if s.busy is not inv or wallet.epoch != ep or wallet.stall: return
            if A.secure and need_sec and not dev.p['Bonded'].unpack():
                if mgr.pick(sender): dev.elevate(sender, lambda err: done(('org.bluez.Error.Failed', 'Operation failed with ATT error: 0x05')) if err else at_peer())
                return        # as recorded: without an agent the call is never answered
            try: done(None, f())
            except E as e: done((e.name, e.msg))
        after(ATT, at_peer); return Later
    def link_down(s):
        s.p['MTU'] = V('q', 23)         # no PropertiesChanged, as in bluetoothd
        if s.busy: b, s.busy = s.busy, None; b.return_dbus_error('org.bluez.Error.Failed', 'Not connected')
        s.enabled = False; s.release()
    def release(s, *a):
        if s.fd:
            GLib.source_remove(s.watch); s.fd.close(); s.fd = None
            k = 'NotifyAcquired' if 'notify' in s.flags else 'WriteAcquired'
            s.changed(**{k: V('b', False)})
            if k == 'NotifyAcquired': s.enabled = False
        return False
    def ReadValue(s, inv, sender, opts):
        s.check()
        def f():
            if 'read' not in s.flags and 'notify' not in s.flags: raise E('NotPermitted', 'Read not permitted')
            s.changed(Value=V('ay', b'')); return V('(ay)', (b'',))
        return s.att(inv, sender, f)
    def WriteValue(s, inv, sender, args):
        data = bytes(args.get_child_value(0).unpack()); o = args.get_child_value(1); opt = {}
        for i in range(o.n_children()):
            e = o.get_child_value(i); k, v = e.get_child_value(0).get_string(), e.get_child_value(1).get_variant()
            if {'offset': 'q', 'type': 's', 'prepare-authorize': 'b'}.get(k, v.get_type_string()) != v.get_type_string(): raise E('InvalidArguments', 'Invalid arguments in method call')
            opt[k] = v.unpack()
        if s.fd and 'write-without-response' in s.flags: raise E('NotPermitted', 'Write acquired')
        s.check()
        if len(data) > 512: raise E('InvalidArguments', 'Invalid Length')
        t = opt.get('type')
        if t not in (None, 'command', 'request', 'reliable'): raise E('NotSupported', 'Operation is not supported')
        if opt.get('offset'): raise E('InvalidArguments', 'Invalid offset')
        if t == 'command' or (t is None and 'write' not in s.flags):
            if len(data) > A.mtu - 3: raise E('Failed', 'Failed to initiate write')
            inv.return_value(None); s.to_peer(data, True); return Later
        return s.att(inv, sender, lambda: s.to_peer(data))
    def to_peer(s, data, later=False):
        if s is not wrc: return
        ep = wallet.epoch
        def go():
            if wallet.epoch == ep and dev.is_conn(): wallet.on_write(data, later)
        after(ATT, go) if later else go()
    def StartNotify(s, inv, sender):
        if 'notify' not in s.flags and 'indicate' not in s.flags: raise E('NotSupported', 'Operation is not supported')
        if s.fd: raise E('NotPermitted', 'Notify acquired')
        if s.sessions and s.enabled: s.sessions.add(sender); return None
        if sender in s.sessions: raise E('InProgress', 'In Progress')
        s.check()
        def f(): s.sessions.add(sender); s.enabled = True; s.changed(Notifying=V('b', True))
        return s.att(inv, sender, f)
    def StopNotify(s, inv, sender):
        if s.fd and 'notify' in s.flags: s.release(); return None
        if sender not in s.sessions: raise E('Failed', 'No notify session started')
        s.gone(sender)
    def gone(s, sender):
        if sender in s.sessions:
            s.sessions.discard(sender)
            if not s.sessions:
                s.enabled = False
                if s.p['Notifying'].unpack() and s.path in OBJ: s.changed(Notifying=V('b', False))
    def _acquire(s, inv, prop, cb):
        a, b = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET); s.fd = a
        s.watch = GLib.io_add_watch(a.fileno(), GLib.IO_IN | GLib.IO_HUP | GLib.IO_ERR, cb)
        s.changed(**{prop: V('b', True)})
        fl = Gio.UnixFDList.new(); i = fl.append(b.fileno()); b.close()
        inv.return_value_with_unix_fd_list(V('(hq)', (i, A.mtu)), fl); return Later
    def AcquireNotify(s, inv, sender, opts):
        s.check()
        if 'notify' not in s.flags: raise E('NotSupported', 'Operation is not supported')
        if s.fd: raise E('NotPermitted', 'Notify acquired')
        if s.sessions: raise E('InProgress', 'In Progress')
        s.enabled = True
        return s._acquire(inv, 'NotifyAcquired', lambda f, c: s.release())
    def AcquireWrite(s, inv, sender, opts):
        s.check()
        if 'write-without-response' not in s.flags: raise E('NotSupported', 'Operation is not supported')
        if s.fd: raise E('NotPermitted', 'Write acquired')
        def rd(f, c):
            d = s.fd.recv(1024) if c & GLib.IO_IN else b''
            if not d: return s.release()
            s.to_peer(d, True); return True
        return s._acquire(inv, 'WriteAcquired', rd)
    def notify(s, data):
        if not s.enabled: return
        if s.fd:
            try: s.fd.send(data)
            except OSError: pass
        else: s.changed(Value=V('ay', data))
class Desc(Obj):
    iface = 'org.bluez.GattDescriptor1'
    def __init__(s, ch, h, uuid):
        super().__init__(); s.path = '%s/desc%04x' % (ch.path, h); s.p = dict(Characteristic=V('o', ch.path), UUID=V('s', uuid), Value=V('ay', b''))
    def ReadValue(s, inv, sender, o): return V('(ay)', (b'',))
    def WriteValue(s, inv, sender, o): raise E('NotPermitted', 'Write not permitted')

class Radio:
    """the wallet at the other end of the link"""
    def __init__(s): s.w = Wallet(A.name, log=log); s.advertising = True; s.epoch = 0; s.lose = 0; s.stall = False; s.slow = 0
    def advertise(s):
        if not (s.advertising and ad.sessions and ad.up() and not dev.is_conn()): return
        us = [f.get('UUIDs') for f in (ad.filters.get(x, {}) for x in ad.sessions)]
        if us and all(us) and not any('00000001-0000-1000-8000-00805f9b34fb' in [x.lower() if len(x) > 8 else x.lower().rjust(8, '0') + '-0000-1000-8000-00805f9b34fb' for x in u] for u in us): pass
        else:
            if dev.path not in OBJ: dev.p['RSSI'] = V('n', -48); dev.export()
            else: dev.changed(RSSI=V('n', -45 - int(time.monotonic() * 10) % 9))
        after(250, s.advertise)
    def up(s): s.epoch += 1; s.w.asm.reset(); s.w.pending = None; s.advertising = False
    def down(s): s.epoch += 1; s.advertising = True; s.stall = False
    def show(s, t): log(t)
    def on_write(s, data, cmd):
        if s.lose > 0: s.lose -= 1; log('dropped write'); return
        if A.secure and not dev.p['Bonded'].unpack(): log('ignored: not authenticated'); return
        for st in s.w.write(data):
            for c in chunks(st, A.mtu): s.send(c)
    def send(s, c):
        if s.slow: ep = s.epoch; after(s.slow, lambda: s.epoch == ep and nt.notify(c))
        else: nt.notify(c)

root, mgr, ad = Root(), AgentMgr(), Adapter()
dev = Device(); wallet = Radio()
g = Svc(6, '00001801-0000-1000-8000-00805f9b34fb'); g1 = Char(g, 7, '00002a05-0000-1000-8000-00805f9b34fb', ['indicate'])
w1 = Svc(0xe, '00000001-0000-1000-8000-00805f9b34fb')
wrc = Char(w1, 0xf, '00000002-0000-1000-8000-00805f9b34fb', ['write-without-response', 'write']); nt = Char(w1, 0x11, '00000003-0000-1000-8000-00805f9b34fb', ['notify'])
GATT = [g, g1, Desc(g1, 9, '00002902-0000-1000-8000-00805f9b34fb'), Char(g, 0xa, '00002b29-0000-1000-8000-00805f9b34fb', ['read', 'write']), Char(g, 0xc, '00002b2a-0000-1000-8000-00805f9b34fb', ['read']), w1, wrc, nt, Desc(nt, 0x13, '00002902-0000-1000-8000-00805f9b34fb')]
for o in (root, mgr, ad): o.export(announce=False)
def vanished(c, s, p, i, n, a):
    name, old, new = a.unpack()
    if not new and name.startswith(':'):
        ad.gone(name); mgr.gone(name)
        for o in GATT:
            if isinstance(o, Char): o.gone(name)
bus.signal_subscribe('org.freedesktop.DBus', 'org.freedesktop.DBus', 'NameOwnerChanged', None, None, 0, vanished)
loop = GLib.MainLoop()
def cmd(c):
    log('cmd', c); k, _, v = c.partition(':')
    if k == 'drop' and dev.is_conn(): dev.link_lost()
    elif k == 'vanish': wallet.advertising = False
    elif k == 'adv': wallet.advertising = True; wallet.advertise()
    elif k == 'push': nt.notify(bytes.fromhex(v))
    elif k == 'lose': wallet.lose = int(v)
    elif k == 'stall': wallet.stall = v != '0'
    elif k == 'slow': wallet.slow = int(v)
    elif k == 'failconnect': dev.fail = int(v)
    elif k == 'mtu': A.mtu = int(v)
    elif k == 'power': ad.set('Powered', V('b', v == '1'))
    elif k == 'unplug': dev.is_conn() and dev.link_lost(); dev.forget(); ad.unexport()
    elif k == 'plug': ad.export()
    elif k == 'alias': ad.changed(Alias=V('s', v))
    elif k == 'quit': loop.quit()
if A.ctl:
    os.path.exists(A.ctl) or os.mkfifo(A.ctl); cf = os.open(A.ctl, os.O_RDWR | os.O_NONBLOCK)
    GLib.io_add_watch(cf, GLib.IO_IN, lambda f, c: ([cmd(x) for x in os.read(cf, 4096).decode().split()], True)[1])
Gio.bus_own_name_on_connection(bus, 'org.bluez', 0, lambda *a: log('owns org.bluez'), lambda *a: loop.quit())
loop.run()
