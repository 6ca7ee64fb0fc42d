# Services, characteristics and descriptors.
# SPDX-License-Identifier: Apache-2.0
"""Services, characteristics and descriptors of the device."""
import socket

from gi.repository import Gio, GLib

from exported import LATER, Exported, Refusal, V

OPTION_TYPES = {"offset": "q", "type": "s", "prepare-authorize": "b"}


class Attribute(Exported):
    """What the three kinds have in common."""

    def __init__(self, world):
        super().__init__(world)
        self.sessions = set()
        self.is_enabled = False

    def forget(self):
        """The device was removed."""

    def link_down(self):
        """The link has ended."""

    def client_left(self, sender):
        """A client has left the bus."""


class Service(Attribute):
    interface = "org.bluez.GattService1"

    def __init__(self, world, handle, uuid):
        super().__init__(world)
        self.path = "%s/service%04x" % (world.device.path, handle)
        self.properties = {
            "Device": V("o", world.device.path), "Includes": V("ao", []), "Primary": V("b", True),
            "UUID": V("s", uuid),
        }


class Descriptor(Attribute):
    interface = "org.bluez.GattDescriptor1"

    def __init__(self, characteristic, handle, uuid):
        super().__init__(characteristic.world)
        self.path = "%s/desc%04x" % (characteristic.path, handle)
        self.properties = {
            "Characteristic": V("o", characteristic.path), "UUID": V("s", uuid), "Value": V("ay", b""),
        }

    def ReadValue(self, _invocation, _sender, _options):
        return V("(ay)", (b"",))

    def WriteValue(self, _invocation, _sender, _value, _options):
        raise Refusal("NotPermitted", "Write not permitted")


class Characteristic(Attribute):
    """A characteristic; `on_write` is what the device does with what is written."""

    interface = "org.bluez.GattCharacteristic1"
    takes_variants = ("WriteValue",)

    def __init__(self, service, handle, uuid, flags, on_write=None):
        super().__init__(service.world)
        self.path = "%s/char%04x" % (service.path, handle)
        self.flags = flags
        self.on_write = on_write
        self.socket = None
        self.watch = 0
        self.request = None
        self.properties = {
            "Flags": V("as", flags), "MTU": V("q", self.world.options.mtu), "Service": V("o", service.path),
            "UUID": V("s", uuid), "Value": V("ay", b""),
        }
        if self.notifies():
            self.properties["Notifying"] = V("b", False)
        if "notify" in flags:
            self.properties["NotifyAcquired"] = V("b", False)
        if "write-without-response" in flags:
            self.properties["WriteAcquired"] = V("b", False)

    def notifies(self):
        return "notify" in self.flags or "indicate" in self.flags

    def _require_link(self):
        if not self.world.device.is_connected():
            raise Refusal("Failed", "Not connected")

    def _ask(self, invocation, sender, action):
        """One request in flight for each characteristic; `action` is done by the device."""
        if self.request:
            raise Refusal("InProgress", "In Progress")
        self.request = invocation
        radio = self.world.radio
        epoch = radio.epoch

        def answer(error=None, value=None):
            if self.request is not invocation:
                return
            self.request = None
            if error:
                invocation.return_dbus_error(*error)
            else:
                invocation.return_value(value)

        def paired(error):
            if error:
                answer(("org.bluez.Error.Failed", "Operation failed with ATT error: 0x05"))
            else:
                arrive()

        def arrive():
            if self.request is not invocation or radio.epoch != epoch or radio.is_stalled:
                return
            if self.world.options.secure and not self.world.device.is_bonded():
                # Without an agent the call is never answered, as recorded.
                if self.world.agents.choose(sender):
                    self.world.device.elevate(sender, paired)
                return
            try:
                answer(None, action())
            except Refusal as refusal:
                answer((refusal.name, refusal.message))

        self.world.after(self.world.delay(8), arrive)
        return LATER

    def link_down(self):
        # bluetoothd tells nobody that the MTU is another one.
        self.properties["MTU"] = V("q", 23)
        if self.request:
            request, self.request = self.request, None
            request.return_dbus_error("org.bluez.Error.Failed", "Not connected")
        self.is_enabled = False
        self._release()

    def forget(self):
        self.sessions.clear()
        self.is_enabled = False
        if "Notifying" in self.properties:
            self.properties["Notifying"] = V("b", False)
        self.properties["Value"] = V("ay", b"")

    def ReadValue(self, invocation, sender, _options):
        self._require_link()

        def action():
            if "read" not in self.flags and "notify" not in self.flags:
                raise Refusal("NotPermitted", "Read not permitted")
            self.change(Value=V("ay", b""))
            return V("(ay)", (b"",))

        return self._ask(invocation, sender, action)

    def WriteValue(self, invocation, sender, arguments):
        data = bytes(arguments.get_child_value(0).unpack())
        options = self._write_options(arguments.get_child_value(1))
        if self.socket and "write-without-response" in self.flags:
            raise Refusal("NotPermitted", "Write acquired")
        self._require_link()
        if len(data) > 512:
            raise Refusal("InvalidArguments", "Invalid Length")
        kind = options.get("type")
        if kind not in (None, "command", "request", "reliable"):
            raise Refusal("NotSupported", "Operation is not supported")
        if options.get("offset"):
            raise Refusal("InvalidArguments", "Invalid offset")
        if kind == "command" or kind is None and "write" not in self.flags:
            if len(data) > self.world.options.mtu - 3:
                raise Refusal("Failed", "Failed to initiate write")
            invocation.return_value(None)
            self._send_later(data)
            return LATER
        return self._ask(invocation, sender, lambda: self._send(data, self.world.radio.epoch))

    @staticmethod
    def _write_options(entries):
        options = {}
        for index in range(entries.n_children()):
            entry = entries.get_child_value(index)
            name = entry.get_child_value(0).get_string()
            value = entry.get_child_value(1).get_variant()
            if OPTION_TYPES.get(name, value.get_type_string()) != value.get_type_string():
                raise Refusal("InvalidArguments", "Invalid arguments in method call")
            options[name] = value.unpack()
        return options

    def _send_later(self, data):
        self.world.after(self.world.delay(8), self._send, data, self.world.radio.epoch)

    def _send(self, data, epoch):
        if self.on_write and self.world.radio.epoch == epoch and self.world.device.is_connected():
            self.on_write(data)

    # Notifications

    def StartNotify(self, invocation, sender):
        if not self.notifies():
            raise Refusal("NotSupported", "Operation is not supported")
        if self.socket:
            raise Refusal("NotPermitted", "Notify acquired")
        if self.sessions and self.is_enabled:
            self.sessions.add(sender)
            return None
        if sender in self.sessions:
            raise Refusal("InProgress", "In Progress")
        self._require_link()

        def action():
            self.sessions.add(sender)
            self.is_enabled = True
            self.change(Notifying=V("b", True))

        return self._ask(invocation, sender, action)

    def StopNotify(self, _invocation, sender):
        if self.socket and "notify" in self.flags:
            self._release()
            return
        if sender not in self.sessions:
            raise Refusal("Failed", "No notify session started")
        self.client_left(sender)

    def client_left(self, sender):
        if sender not in self.sessions:
            return
        self.sessions.discard(sender)
        if self.sessions:
            return
        self.is_enabled = False
        if self.value("Notifying") and self.is_exported():
            self.change(Notifying=V("b", False))

    def notify(self, data):
        if not self.is_enabled:
            return
        if self.socket:
            try:
                self.socket.send(data)
            except OSError:
                pass
        else:
            self.change(Value=V("ay", data))

    # Sockets instead of calls and signals

    def AcquireNotify(self, invocation, _sender, _options):
        self._require_link()
        if "notify" not in self.flags:
            raise Refusal("NotSupported", "Operation is not supported")
        if self.socket:
            raise Refusal("NotPermitted", "Notify acquired")
        if self.sessions:
            raise Refusal("InProgress", "In Progress")
        self.is_enabled = True
        return self._acquire(invocation, "NotifyAcquired", lambda _descriptor, _condition: self._release())

    def AcquireWrite(self, invocation, _sender, _options):
        self._require_link()
        if "write-without-response" not in self.flags:
            raise Refusal("NotSupported", "Operation is not supported")
        if self.socket:
            raise Refusal("NotPermitted", "Write acquired")

        def readable(_descriptor, condition):
            data = self.socket.recv(1024) if condition & GLib.IO_IN else b""
            if not data:
                return self._release()
            self._send_later(data)
            return True

        return self._acquire(invocation, "WriteAcquired", readable)

    def _acquire(self, invocation, name, readable):
        self.socket, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        condition = GLib.IO_IN | GLib.IO_HUP | GLib.IO_ERR
        self.watch = GLib.io_add_watch(self.socket.fileno(), condition, readable)
        self.change(**{name: V("b", True)})
        descriptors = Gio.UnixFDList.new()
        index = descriptors.append(theirs.fileno())
        theirs.close()
        answer = V("(hq)", (index, self.world.options.mtu))
        invocation.return_value_with_unix_fd_list(answer, descriptors)
        return LATER

    def _release(self):
        if self.socket:
            GLib.source_remove(self.watch)
            self.socket.close()
            self.socket = None
            name = "NotifyAcquired" if "notify" in self.flags else "WriteAcquired"
            self.change(**{name: V("b", False)})
            if name == "NotifyAcquired":
                self.is_enabled = False
        return False
