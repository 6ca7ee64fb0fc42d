# The adapter: its power and its discovery.
# SPDX-License-Identifier: Apache-2.0
"""The adapter: its power and its discovery, of which each client has a session of its own."""
from exported import LATER, Exported, Refusal, V

FILTERS = {
    "UUIDs": "as", "RSSI": "n", "Pathloss": "q", "Transport": "s", "DuplicateData": "b", "Discoverable": "b",
    "Pattern": "s",
}
LOCAL_UUIDS = ("1801", "1800", "1200", "110c", "110e", "180a")


def long_uuid(short):
    return "0000%s-0000-1000-8000-00805f9b34fb" % short


class Adapter(Exported):
    path = "/org/bluez/hci0"
    interface = "org.bluez.Adapter1"
    takes_variants = ("SetDiscoveryFilter",)

    def __init__(self, world):
        super().__init__(world)
        self.sessions = set()
        self.filters = {}
        self.properties = {
            "Address": V("s", "00:AA:01:00:00:42"), "AddressType": V("s", "public"), "Name": V("s", "BlueZ 5.66"),
            "Alias": V("s", "BlueZ 5.66"), "Class": V("u", 0), "Powered": V("b", True),
            "Discoverable": V("b", False), "DiscoverableTimeout": V("u", 180), "Pairable": V("b", False),
            "PairableTimeout": V("u", 0), "Discovering": V("b", False),
            "Modalias": V("s", "usb:v1D6Bp0246d0542"), "Roles": V("as", ["central", "peripheral"]),
            "UUIDs": V("as", [long_uuid(short) for short in LOCAL_UUIDS]),
        }

    def is_on(self):
        return self.value("Powered")

    def _require_power(self):
        if not self.is_on():
            raise Refusal("NotReady", "Resource Not Ready")

    def GetDiscoveryFilters(self, _invocation, _sender):
        return V("(as)", (list(FILTERS),))

    def SetDiscoveryFilter(self, _invocation, sender, arguments):
        self._require_power()
        entries = arguments.get_child_value(0)
        chosen = {}
        for index in range(entries.n_children()):
            entry = entries.get_child_value(index)
            name = entry.get_child_value(0).get_string()
            value = entry.get_child_value(1).get_variant()
            if not self._is_filter(name, value):
                raise Refusal("InvalidArguments", "Invalid arguments in method call")
            chosen[name] = value.unpack()
        self.filters[sender] = chosen

    @staticmethod
    def _is_filter(name, value):
        if FILTERS.get(name) != value.get_type_string():
            return False
        if name == "Transport":
            return value.unpack() in ("auto", "bredr", "le")
        return name != "UUIDs" or all(len(uuid) in (4, 8, 36) for uuid in value.unpack())

    def StartDiscovery(self, invocation, sender):
        self._require_power()
        if sender in self.sessions:
            raise Refusal("InProgress", "Operation already in progress")
        self.sessions.add(sender)
        invocation.return_value(None)
        if not self.value("Discovering"):
            self.change(Discovering=V("b", True))
        self.world.after(self.world.delay(80), self.world.radio.advertise)
        return LATER

    def StopDiscovery(self, invocation, sender):
        self._require_power()
        if sender not in self.sessions:
            raise Refusal("Failed", "No discovery started")
        invocation.return_value(None)
        self.client_left(sender)
        return LATER

    def client_left(self, sender):
        self.filters.pop(sender, None)
        if sender not in self.sessions:
            return
        self.sessions.discard(sender)
        if self.sessions:
            return
        self.change(Discovering=V("b", False))
        device = self.world.device
        if device.is_exported() and "RSSI" in device.properties:
            device.change(invalidated=("RSSI",))
        device.expire_later()

    def RemoveDevice(self, invocation, _sender, path):
        device = self.world.device
        if path != device.path or not device.is_exported():
            raise Refusal("DoesNotExist", "Does Not Exist")
        if device.is_connected():
            device.remove_connected(invocation)
        else:
            invocation.return_value(None)
            device.forget()
        return LATER

    def set(self, name, value):
        if name != "Powered" or value.unpack() == self.is_on():
            self.change(**{name: value})
        elif value.unpack():
            self.world.after(self.world.delay(20), lambda: self.change(Powered=value))
        else:
            if self.world.device.is_connected():
                self.world.device.lose_link()
            self.sessions.clear()
            self.filters.clear()
            off = {"Discovering": V("b", False), "Powered": V("b", False)}
            self.world.after(self.world.delay(2), lambda: self.change(**off))
        return True
