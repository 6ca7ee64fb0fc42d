# Objects on a bus, as bluetoothd exports them.
# SPDX-License-Identifier: Apache-2.0
"""Objects on a bus, as bluetoothd exports them, and the world that they share."""
import os
import time

import gi

gi.require_version("Gio", "2.0")
from gi.repository import Gio, GLib  # noqa: E402

V = GLib.Variant
OBJECT_MANAGER = "org.freedesktop.DBus.ObjectManager"
PROPERTIES = "org.freedesktop.DBus.Properties"
INTROSPECTABLE = "org.freedesktop.DBus.Introspectable"

with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "interfaces.xml")) as text:
    NODE = Gio.DBusNodeInfo.new_for_xml(text.read())

LATER = object()
"""What a method returns that answers its call later."""


class Refusal(Exception):
    """An error that a method answers with; a name without a dot is one of BlueZ's."""

    def __init__(self, name, message):
        super().__init__(message)
        self.name = name if "." in name else "org.bluez.Error." + name
        self.message = message


class World:
    """The bus, the options, and the objects that know each other."""

    def __init__(self, options):
        self.options = options
        self.bus = Gio.bus_get_sync(Gio.BusType.SYSTEM, None)
        self.exported = {}
        self.agents = self.adapter = self.device = self.radio = None
        self.attributes = []
        self.start = time.monotonic()

    def log(self, *words):
        """Says something on standard output, with the seconds since the start."""
        print("[bluez %.3f]" % (time.monotonic() - self.start), *words, flush=True)

    def delay(self, milliseconds):
        """A delay of the radio or the daemon: as recorded, or none with --fast."""
        return 0 if self.options.fast else milliseconds

    def after(self, milliseconds, action, *arguments):
        """Does something once after a time."""

        def run():
            action(*arguments)
            return False

        if milliseconds <= 0:
            GLib.idle_add(run)
        else:
            GLib.timeout_add(milliseconds, run)

    def emit(self, path, interface, signal, parameters):
        self.bus.emit_signal(None, path, interface, signal, parameters)


class Exported:
    """One object with one interface of its own. A method of the interface is a Python method of the same name."""

    path = None
    interface = None
    takes_variants = ()
    """Methods that get their arguments as one GVariant, because unpacking loses the types."""

    def __init__(self, world):
        self.world = world
        self.properties = {}
        self.registrations = []

    def content(self):
        """The object as an object manager lists it, in bluetoothd's order."""
        return {INTROSPECTABLE: {}, self.interface: dict(self.properties), PROPERTIES: {}}

    def export(self, announce=True):
        interface = NODE.lookup_interface(self.interface)
        self.registrations = [
            self.world.bus.register_object(self.path, interface, self._call, self._get, self._set)
        ]
        self.world.exported[self.path] = self
        if announce:
            self.world.emit("/", OBJECT_MANAGER, "InterfacesAdded", V("(oa{sa{sv}})", (self.path, self.content())))

    def unexport(self):
        for registration in self.registrations:
            self.world.bus.unregister_object(registration)
        self.world.exported.pop(self.path, None)
        names = [PROPERTIES, INTROSPECTABLE, self.interface]
        self.world.emit("/", OBJECT_MANAGER, "InterfacesRemoved", V("(oas)", (self.path, names)))

    def is_exported(self):
        return self.path in self.world.exported

    def change(self, invalidated=(), **values):
        """Sets properties and tells everybody."""
        self.properties.update(values)
        for name in invalidated:
            self.properties.pop(name, None)
        self.world.emit(
            self.path, PROPERTIES, "PropertiesChanged", V("(sa{sv}as)", (self.interface, values, list(invalidated))))

    def value(self, name):
        return self.properties[name].unpack()

    def set(self, name, value):
        self.change(**{name: value})
        return True

    def _get(self, _connection, _sender, _path, _interface, name):
        return self.properties.get(name)

    def _set(self, _connection, _sender, _path, _interface, name, value):
        return self.set(name, value)

    def _call(self, _connection, sender, _path, _interface, method, arguments, invocation):
        given = (arguments,) if method in self.takes_variants else arguments.unpack()
        try:
            result = getattr(self, method)(invocation, sender, *given)
        except Refusal as refusal:
            invocation.return_dbus_error(refusal.name, refusal.message)
            return
        if result is not LATER:
            invocation.return_value(result)


class Root(Exported):
    """The object manager."""

    path = "/"
    interface = OBJECT_MANAGER

    def GetManagedObjects(self, _invocation, _sender):
        objects = {o.path: o.content() for o in self.world.exported.values() if o is not self}
        return V("(a{oa{sa{sv}}})", (objects,))
