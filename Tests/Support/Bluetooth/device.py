# The device: its connection and its pairing.
# SPDX-License-Identifier: Apache-2.0
"""The device: its connection and its pairing."""
from gi.repository import GLib

from adapter import long_uuid
from attributes import Characteristic, Service
from exported import LATER, Exported, Refusal, V

CANCELED = ("org.bluez.Error.AuthenticationCanceled", "Authentication Canceled")
FAILED = ("org.bluez.Error.AuthenticationFailed", "Authentication Failed")
GONE_AFTER = 30000
"""BlueZ's TemporaryTimeout, in milliseconds: what was only seen is forgotten then."""


class Device(Exported):
    interface = "org.bluez.Device1"

    def __init__(self, world):
        super().__init__(world)
        self.path = world.adapter.path + "/dev_" + world.options.addr.replace(":", "_")
        self.is_temporary = True
        self.connecting = None
        self.disconnecting = []
        self.failures = 0
        self.pairing = None
        self.timer = 0
        self.reset()

    def reset(self):
        name = self.world.options.name
        self.properties = {
            "Adapter": V("o", self.world.adapter.path), "Address": V("s", self.world.options.addr),
            "AddressType": V("s", "random"), "Alias": V("s", name), "Name": V("s", name), "Blocked": V("b", False),
            "Bonded": V("b", False), "Connected": V("b", False), "LegacyPairing": V("b", False),
            "Paired": V("b", False), "ServicesResolved": V("b", False), "Trusted": V("b", False),
            "UUIDs": V("as", [long_uuid(short) for short in ("180a", "180f", "0001")]),
        }
        self.is_temporary = True

    def is_connected(self):
        return self.value("Connected")

    def is_bonded(self):
        return self.value("Bonded")

    # Being forgotten

    def expire_later(self):
        if self.timer:
            GLib.source_remove(self.timer)
            self.timer = 0
        if self.is_exported() and self.is_temporary and not self.is_connected():
            self.timer = GLib.timeout_add(GONE_AFTER, self._expire)

    def _expire(self):
        self.timer = 0
        is_unused = self.is_temporary and not self.is_connected() and not self.connecting
        if self.is_exported() and is_unused and not self.world.adapter.sessions:
            self.forget()
        return False

    def forget(self):
        """Removes descriptors, then their characteristic, then the service, then the device, as bluetoothd does."""
        for attribute in self.world.attributes:
            if isinstance(attribute, Service):
                continue
            below = [x for x in self.world.attributes if x.path.startswith(attribute.path + "/")]
            for gone in below + [attribute]:
                if gone.is_exported():
                    gone.unexport()
                gone.forget()
            service = attribute.path.rsplit("/", 1)[0] if isinstance(attribute, Characteristic) else None
            rest = any(path.startswith("%s/" % service) for path in self.world.exported)
            if service in self.world.exported and not rest:
                self.world.exported[service].unexport()
        if self.is_exported():
            self.unexport()
        self.reset()

    # Connecting

    def Connect(self, invocation, _sender):
        if not self.world.adapter.is_on():
            raise Refusal("Failed", "Input/output error")
        if self.is_connected():
            return None
        if self.connecting:
            raise Refusal("Failed", "Operation already in progress")
        self.connecting = invocation
        self.is_temporary = False
        self.world.after(self.world.delay(150), self._try)
        return LATER

    def _try(self, waited=0):
        invocation = self.connecting
        if invocation is None:
            return
        radio = self.world.radio
        if self.failures > 0 or not radio.is_advertising and waited > 40000:
            self.failures = max(0, self.failures - 1)
            self.connecting = None
            invocation.return_dbus_error("org.bluez.Error.Failed", "le-connection-abort-by-local")
        elif not radio.is_advertising:
            self.world.after(100, self._try, waited + 100)
        else:
            self.connecting = None
            radio.link_up()
            self.change(Connected=V("b", True))
            invocation.return_value(None)
            is_known = self.world.attributes[0].is_exported()
            self.world.after(self.world.delay(170 if is_known else 450), self._resolve, radio.epoch)

    def _resolve(self, epoch):
        radio = self.world.radio
        if not self.is_connected() or radio.epoch != epoch or radio.is_stalled:
            return
        is_new = not self.world.attributes[0].is_exported()
        for attribute in self.world.attributes:
            if "MTU" in attribute.properties:
                attribute.properties["MTU"] = V("q", self.world.options.mtu)
            if is_new:
                attribute.export()
        for attribute in self.world.attributes:
            # bluetoothd subscribes again for the sessions of the connection before.
            attribute.is_enabled = attribute.is_enabled or bool(attribute.sessions)
        values = {"ServicesResolved": V("b", True)}
        if is_new:
            values["UUIDs"] = V("as", [long_uuid(short) for short in ("0001", "1800", "1801")])
        self.change(**values)

    def Disconnect(self, invocation, _sender):
        if self.connecting:
            connecting, self.connecting = self.connecting, None
            connecting.return_dbus_error("org.bluez.Error.Failed", "br-connection-canceled")
            return None
        if not self.is_connected():
            return None
        self.disconnecting.append(invocation)
        if len(self.disconnecting) == 1:
            self.world.after(self.world.delay(2000), self._disconnected)
        return LATER

    def _disconnected(self):
        was_connected = self.is_connected()
        if was_connected:
            self.change(ServicesResolved=V("b", False))
            self.world.radio.link_down()
        for invocation in self.disconnecting:
            invocation.return_value(None)
        self.disconnecting = []
        if was_connected:
            self.change(Connected=V("b", False))
            self._attributes_down()

    def remove_connected(self, invocation):
        def remove():
            if self.is_connected():
                self.change(ServicesResolved=V("b", False))
                self.world.radio.link_down()
                invocation.return_value(None)
                self.change(Connected=V("b", False))
                self.forget()
                self._attributes_down()
            else:
                invocation.return_value(None)
                self.forget()

        self.world.after(self.world.delay(2000), remove)

    def lose_link(self):
        self.world.radio.link_down()
        self.cancel_pairing()
        self.change(Connected=V("b", False), ServicesResolved=V("b", False))
        self._attributes_down()

    def _attributes_down(self):
        for attribute in self.world.attributes:
            attribute.link_down()

    # Pairing

    def Pair(self, invocation, sender):
        if self.is_bonded():
            raise Refusal("AlreadyExists", "Already Exists")
        if self.pairing:
            raise Refusal("InProgress", "Operation already in progress")

        def done(error):
            if error:
                invocation.return_dbus_error(*error)
            else:
                invocation.return_value(None)

        self.elevate(sender, done)
        return LATER

    def CancelPairing(self, _invocation, _sender):
        if not self.pairing:
            raise Refusal("DoesNotExist", "Does Not Exist")
        self.cancel_pairing()

    def cancel_pairing(self):
        if not self.pairing:
            return
        (agent, done), self.pairing = self.pairing, None
        if agent:
            self.world.bus.call(agent[0], agent[1], "org.bluez.Agent1", "Cancel", None, None, 0, -1, None, None)
        done(CANCELED)

    def elevate(self, sender, done):
        """Pairs, and asks the agent of the client that wants it."""
        agent = self.world.agents.choose(sender)
        passkey = self.world.options.secure
        pairing = self.pairing = (agent, done)

        def finish(error, drops=False):
            if self.pairing is not pairing:
                return
            self.pairing = None
            if not error:
                self.is_temporary = False
                self.change(Bonded=V("b", True), Paired=V("b", True))
            done(error)
            if drops and self.is_connected():
                self.lose_link()

        if not passkey:
            self.world.after(self.world.delay(50), finish, None)
            return
        if not agent or agent[2] not in ("KeyboardOnly", "KeyboardDisplay"):
            self.world.after(self.world.delay(50), finish, FAILED)
            return
        self.world.log("the wallet shows a passkey")

        def answered(connection, result):
            try:
                key = connection.call_finish(result).unpack()[0]
            except GLib.Error:
                finish(FAILED)
                return
            if "%06d" % key == passkey:
                self.world.after(self.world.delay(200), finish, None)
            else:
                finish(FAILED, True)

        self.world.bus.call(
            agent[0], agent[1], "org.bluez.Agent1", "RequestPasskey", V("(o)", (self.path,)),
            GLib.VariantType("(u)"), 0, 60000, None, answered)
