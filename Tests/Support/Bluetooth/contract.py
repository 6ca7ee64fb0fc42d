#!/usr/bin/python3
# Asks an org.bluez everything that a central asks, and compares what it says with a recording.
# SPDX-License-Identifier: Apache-2.0
"""Asks an org.bluez everything that a central asks, and compares what it says with a recording.

The org.bluez is the one on the bus of DBUS_SYSTEM_BUS_ADDRESS: bluetoothd, or something that plays it. The wallet in
its reach is told to push, to drop, to vanish and to be back through the FIFO of --ctl. With --fast the org.bluez has no
delays and knows the commands of fake_bluez.py, of which alias tells that everything before is done; without, the probe
waits as long as a radio takes.

Without --compare the transcript is printed. With it, the difference is, and the status is 1 where there is one.
"""
import argparse
import difflib
import os
import re
import time

import gi

gi.require_version("Gio", "2.0")
from gi.repository import Gio, GLib  # noqa: E402

from wallet_core import MESSAGES, encode_packets, field_text  # noqa: E402

V = GLib.Variant
ADAPTER, DEVICE = "org.bluez.Adapter1", "org.bluez.Device1"
CHARACTERISTIC = "org.bluez.GattCharacteristic1"
PROPERTIES, OBJECT_MANAGER = "org.freedesktop.DBus.Properties", "org.freedesktop.DBus.ObjectManager"
HCI = "/org/bluez/hci0"
DEV = HCI + "/dev_C4_11_22_33_44_55"
VOLATILE = ("RSSI", "Class", "Modalias", "ExperimentalFeatures")
WALLET_UUID = "00000001-0000-1000-8000-00805f9b34fb"

# Where what plays bluetoothd may differ from the recording. No test may depend on any of these.
ALLOWED = [
    # The hash of the attributes, and a value that only this peripheral has.
    (re.compile(r"(00002b2a-\S+, Value=)(\[.*?\]|@ay \[\])"), r"\1?"),
    (re.compile(r"(char0011 PropertiesChanged GattCharacteristic1 \{Value=)(b''|@ay \[\])"), r"\1?"),
    (re.compile(r"(ReadValue \(\{\},\) => ok \()(b''|@ay \[\])"), r"\1?"),
    # How many of several requests at once fail is a matter of timing; that some do is not.
    (re.compile(r"^burst errors \[\('org\.bluez\.Error\.InProgress.*$"), "burst errors InProgress"),
    # GDBus has other words than bluetoothd for what is not there and for what cannot be set.
    (re.compile(r"=> org\.freedesktop\.DBus\.Error\.Unknown(Object|Method).*$"), "=> unknown object"),
    (re.compile(r"=> org\.freedesktop\.DBus\.Error\.(PropertyReadOnly|InvalidArgs).*$"), "=> read only"),
]


def normal(text):
    text = re.sub(r"org\.bluez\.(Adapter1|Device1|Gatt\w+1)", r"\1", text)
    text = re.sub(r"Alias='probe-\d+'", "Alias='BlueZ 5.66'", text)
    return re.sub(r"/org/bluez/hci0/dev_[0-9A-F_]{17}", "DEV", text).replace(HCI, "HCI")


def opened(entries):
    """The entries of an a{sv} as a dictionary of GVariants, whose types unpacking would lose."""
    pairs = [entries.get_child_value(index) for index in range(entries.n_children())]
    return {pair.get_child_value(0).get_string(): pair.get_child_value(1).get_variant() for pair in pairs}


def spelled(values):
    return ", ".join(
        "%s=%s" % (name, "?" + values[name].get_type_string() if name in VOLATILE else values[name].print_(True))
        for name in sorted(values))


class Answer:
    is_done = False
    error = None
    message = None
    value = None
    descriptors = None


class Probe:
    def __init__(self, options):
        self.options = options
        self.bus = Gio.bus_get_sync(Gio.BusType.SYSTEM, None)
        self.context = GLib.MainContext.default()
        self.transcript = []
        self.alias = None
        self.settled = 0
        self.bus.signal_subscribe("org.bluez", None, None, None, None, Gio.DBusSignalFlags.NONE, self._signal)

    def out(self, *words):
        self.transcript.append(" ".join(str(word) for word in words).rstrip("\n"))

    def _signal(self, _connection, _sender, path, interface, name, parameters):
        if not path.startswith("/org/bluez") and path != "/":
            return
        if name == "PropertiesChanged":
            values = opened(parameters.get_child_value(1))
            if "Alias" in values and path == HCI:
                self.alias = values["Alias"].unpack()
                return
            if set(values) <= {"RSSI"}:
                return
            gone = parameters.get_child_value(2).unpack()
            line = "SIG %s PropertiesChanged %s {%s}%s" % (
                path, parameters.get_child_value(0).get_string(), spelled(values), " inv=%s" % gone if gone else "")
        elif name == "InterfacesAdded":
            entries = parameters.get_child_value(1)
            interfaces = [entries.get_child_value(index) for index in range(entries.n_children())]
            line = "SIG InterfacesAdded %s %s" % (parameters.get_child_value(0).get_string(), " | ".join(
                "%s {%s}" % (i.get_child_value(0).get_string(), spelled(opened(i.get_child_value(1))))
                for i in interfaces))
        elif name == "InterfacesRemoved":
            line = "SIG InterfacesRemoved %s %s" % (
                parameters.get_child_value(0).get_string(), parameters.get_child_value(1).unpack())
        else:
            line = "SIG %s %s.%s %s" % (path, interface, name, parameters.print_(True))
        self.out("   ", normal(line))

    # Waiting

    def until(self, condition, seconds=60):
        deadline = time.monotonic() + seconds
        while not condition() and time.monotonic() < deadline:
            while self.context.pending():
                self.context.iteration(False)
            time.sleep(0.002)
        return condition()

    def settle(self, seconds):
        """Waits until what was asked has had its effect."""
        if not self.options.fast:
            self.until(lambda: False, seconds * self.options.patience)
            return
        self.settled += 1
        alias = "probe-%d" % self.settled
        self._command("alias:" + alias)
        if not self.until(lambda: self.alias == alias):
            raise TimeoutError("the org.bluez does not obey its control pipe")

    def hold_advertisements(self, is_held):
        """Keeps the wallet from being found before the next call arrives, however slow that is."""
        self._command("vanish" if is_held else "adv")
        if is_held:
            self.settle(0.3)

    def _command(self, command):
        with open(self.options.ctl, "w") as pipe:
            pipe.write(command + "\n")

    def tell(self, command):
        self._command(command)
        self.out("CTL", command)

    # Calls

    def begin(self, path, interface, method, arguments=None, quiet=False):
        answer = Answer()

        def finished(connection, result):
            try:
                answer.value, answer.descriptors = connection.call_with_unix_fd_list_finish(result)
            except GLib.Error as error:
                answer.error = Gio.dbus_error_get_remote_error(error) or error.domain + ":" + str(error.code)
                answer.message = error.message
            answer.is_done = True
            if not quiet:
                self._note(path, interface, method, arguments, answer)

        self.bus.call_with_unix_fd_list(
            "org.bluez", path, interface, method, arguments, None, Gio.DBusCallFlags.NONE, 60000, None, None, finished)
        return answer

    def _note(self, path, interface, method, arguments, answer):
        given = arguments.print_(False) if arguments else ""
        if answer.error:
            outcome = "%s: %s" % (answer.error, answer.message)
        else:
            outcome = "ok " + normal(answer.value.print_(True))[:200] if answer.value.n_children() else "ok"
        self.out(
            "CALL", normal(path), interface.split(".")[-1] + "." + method, normal(given) if len(given) < 150 else "",
            "=>", normal(outcome))

    def call(self, *arguments, **options):
        answer = self.begin(*arguments, **options)
        self.until(lambda: answer.is_done, 90)
        return answer

    def write(self, path, data, kind=None, quiet=False):
        options = {"type": V("s", kind)} if kind else {}
        return self.begin_write(path, data, options, quiet, waits=True)

    def begin_write(self, path, data, options, quiet=False, waits=False):
        arguments = V("(aya{sv})", (data, options))
        begin = self.call if waits else self.begin
        return begin(path, CHARACTERISTIC, "WriteValue", arguments, quiet=quiet)

    # What there is

    def objects(self):
        answer = self.call("/", OBJECT_MANAGER, "GetManagedObjects", quiet=True)
        found = {}
        entries = answer.value.get_child_value(0)
        for index in range(entries.n_children()):
            entry = entries.get_child_value(index)
            interfaces = entry.get_child_value(1)
            pairs = [interfaces.get_child_value(i) for i in range(interfaces.n_children())]
            found[entry.get_child_value(0).get_string()] = {
                pair.get_child_value(0).get_string(): opened(pair.get_child_value(1)) for pair in pairs}
        return found

    def dump(self, prefix=HCI, kinds=("Adapter1", "Device1", "Gatt")):
        for path, interfaces in sorted(self.objects().items()):
            for name in sorted(interfaces):
                is_wanted = any(kind in name for kind in kinds) and "Manager" not in name
                if path.startswith(prefix) and is_wanted:
                    self.out("  OBJ", normal(path), normal(name), "{%s}" % normal(spelled(interfaces[name])))

    def characteristic(self, short):
        for path, interfaces in self.objects().items():
            uuid = interfaces.get(CHARACTERISTIC, {}).get("UUID")
            if path.startswith(DEV) and uuid and uuid.get_string()[4:8] == short:
                return path
        raise LookupError("there is no characteristic " + short)

    def device_value(self, name):
        values = self.objects().get(DEV, {}).get(DEVICE, {})
        return values[name].unpack() if name in values else None

    def ensure_discovered(self):
        if DEV in self.objects():
            return
        self.call(HCI, ADAPTER, "SetDiscoveryFilter", V("(a{sv})", ({"Transport": V("s", "le")},)), quiet=True)
        self.call(HCI, ADAPTER, "StartDiscovery", quiet=True)
        self.until(lambda: DEV in self.objects())
        self.call(HCI, ADAPTER, "StopDiscovery", quiet=True)

    def ensure_connected(self):
        self.ensure_discovered()
        if not self.device_value("Connected"):
            self.call(DEV, DEVICE, "Connect", quiet=True)
        self.until(lambda: self.device_value("ServicesResolved"))

    def wallet(self):
        self.ensure_connected()
        return self.characteristic("0002"), self.characteristic("0003")


EMPTY = V("(a{sv})", ({},))
COMMAND, REQUEST = {"type": V("s", "command")}, {"type": V("s", "request")}


def ping(text):
    return encode_packets(MESSAGES["Ping"], field_text(1, text))


def section_adapter(probe):
    probe.dump()


def section_discovery(probe):
    def set_filter(**values):
        probe.call(HCI, ADAPTER, "SetDiscoveryFilter", V("(a{sv})", (values,)))

    probe.call(HCI, ADAPTER, "GetDiscoveryFilters")
    probe.call(HCI, ADAPTER, "StopDiscovery")
    set_filter(Bogus=V("s", "x"))
    set_filter(Transport=V("s", "warp"))
    set_filter(UUIDs=V("as", ["not-a-uuid"]))
    set_filter(UUIDs=V("as", [WALLET_UUID]), Transport=V("s", "le"), DuplicateData=V("b", True))
    probe.hold_advertisements(True)
    probe.call(HCI, ADAPTER, "StartDiscovery")
    probe.call(HCI, ADAPTER, "StartDiscovery")
    probe.hold_advertisements(False)
    probe.until(lambda: DEV in probe.objects())
    probe.settle(0.5)
    probe.call(HCI, ADAPTER, "StopDiscovery")
    probe.call(HCI, ADAPTER, "StopDiscovery")
    probe.settle(0.5)
    probe.dump(DEV)


def section_connect(probe):
    probe.ensure_discovered()
    probe.call(DEV, DEVICE, "Disconnect")
    probe.hold_advertisements(True)
    both = [probe.begin(DEV, DEVICE, "Connect"), probe.begin(DEV, DEVICE, "Connect")]
    probe.until(lambda: both[1].is_done)
    probe.hold_advertisements(False)
    probe.until(lambda: all(answer.is_done for answer in both))
    probe.until(lambda: probe.device_value("ServicesResolved"))
    probe.settle(0.5)
    probe.dump(DEV)
    probe.call(DEV, DEVICE, "Connect")


def section_gatt(probe):
    writing, notifying = probe.wallet()
    for path in (writing, notifying):
        probe.call(path, CHARACTERISTIC, "ReadValue", EMPTY)
    probe.call(writing, CHARACTERISTIC, "StartNotify")
    probe.call(writing, CHARACTERISTIC, "StopNotify")
    probe.call(notifying, CHARACTERISTIC, "StopNotify")
    probe.write(notifying, b"x", "request")
    probe.write(notifying, b"x", "command")
    probe.call(notifying, CHARACTERISTIC, "StartNotify")
    probe.call(notifying, CHARACTERISTIC, "StartNotify")
    probe.settle(0.3)
    packet = ping("a")[0]
    for kind in ("command", "request", None):
        probe.write(writing, packet, kind)
        probe.settle(0.5)
    probe.write(writing, packet, "sometimes")
    probe.write(writing, b"", "command")
    probe.write(writing, b"", "request")
    probe.begin_write(writing, packet, {"offset": V("q", 70)}, waits=True)
    probe.begin_write(writing, packet, {"type": V("u", 1)}, waits=True)
    for length, kind in ((300, "command"), (600, "request"), (513, "request")):
        probe.write(writing, b"?" * length, kind)
        probe.settle(0.5)
    for _ in range(2):
        probe.tell("push:0102")
        probe.settle(0.5)
    probe.out("--- long answer")
    probe.write(writing, encode_packets(MESSAGES["Initialize"], b"")[0], "command")
    probe.settle(0.8)
    packets = ping("b" * 700)
    probe.out("--- burst of", len(packets))
    answers = [probe.begin_write(writing, packet, COMMAND, quiet=True) for packet in packets]
    probe.until(lambda: all(answer.is_done for answer in answers))
    probe.settle(1)
    probe.out("burst errors", [answer.error for answer in answers if answer.error])
    probe.call(notifying, CHARACTERISTIC, "AcquireNotify", EMPTY)
    probe.call(notifying, CHARACTERISTIC, "StopNotify")
    probe.settle(0.5)
    probe.call(notifying, CHARACTERISTIC, "StopNotify")


def section_acquire(probe):
    writing, notifying = probe.wallet()
    answer = probe.call(notifying, CHARACTERISTIC, "AcquireNotify", EMPTY)
    probe.settle(0.5)
    reading = answer.descriptors.steal_fds()[0]
    probe.out("  fd type", os.readlink("/proc/self/fd/%d" % reading).split(":")[0])
    probe.call(notifying, CHARACTERISTIC, "StartNotify")
    probe.call(notifying, CHARACTERISTIC, "AcquireNotify", EMPTY)
    probe.write(writing, encode_packets(MESSAGES["Initialize"], b"")[0], "command")
    probe.settle(0.8)
    os.set_blocking(reading, False)
    probe.out("  read sizes", read_sizes(reading))
    answer = probe.call(writing, CHARACTERISTIC, "AcquireWrite", EMPTY)
    probe.settle(0.5)
    probe.write(writing, b"x", "command")
    probe.write(writing, b"x", "request")
    sending = answer.descriptors.steal_fds()[0]
    os.write(sending, ping("q")[0])
    probe.settle(0.6)
    sizes = read_sizes(reading)
    probe.out("  read", sizes[0] if sizes else "none")
    os.close(sending)
    probe.settle(0.5)
    probe.write(writing, ping("q")[0], "command")
    probe.settle(0.5)
    os.close(reading)
    probe.settle(0.5)
    probe.call(notifying, CHARACTERISTIC, "StartNotify")
    probe.settle(0.3)
    probe.call(notifying, CHARACTERISTIC, "StopNotify")
    probe.settle(0.3)


def read_sizes(descriptor):
    sizes = []
    while True:
        try:
            data = os.read(descriptor, 1024)
        except BlockingIOError:
            return sizes
        if not data:
            return sizes
        sizes.append(len(data))


def section_remote_drop(probe):
    writing, notifying = probe.wallet()
    probe.call(notifying, CHARACTERISTIC, "StartNotify")
    probe.settle(0.3)
    probe.tell("drop")
    probe.until(lambda: probe.device_value("Connected") is False)
    probe.settle(2)
    probe.out("objects below device:", sum(1 for path in probe.objects() if path.startswith(DEV + "/")))
    probe.write(writing, b"x", "command")
    probe.call(notifying, CHARACTERISTIC, "StartNotify")
    probe.call(DEV, DEVICE, "Disconnect")
    probe.ensure_connected()
    probe.settle(0.5)
    probe.dump(DEV, ("GattCh",))


def section_local_disconnect(probe):
    writing, notifying = probe.wallet()
    probe.call(notifying, CHARACTERISTIC, "StartNotify")
    probe.settle(0.2)
    probe.begin_write(writing, ping("z")[0], REQUEST)
    probe.call(DEV, DEVICE, "Disconnect")
    probe.settle(4)
    probe.call(DEV, DEVICE, "Disconnect")


def section_power(probe):
    def power(is_on):
        probe.call(HCI, PROPERTIES, "Set", V("(ssv)", (ADAPTER, "Powered", V("b", is_on))))
        probe.settle(3)

    probe.ensure_connected()
    power(False)
    probe.call(HCI, ADAPTER, "StartDiscovery")
    probe.call(HCI, ADAPTER, "SetDiscoveryFilter", EMPTY)
    probe.call(DEV, DEVICE, "Connect")
    power(True)
    probe.call(HCI, PROPERTIES, "Set", V("(ssv)", (ADAPTER, "Address", V("s", "x"))))
    probe.call(HCI, ADAPTER, "StartDiscovery")
    probe.settle(1)
    power(False)
    power(True)


def section_remove(probe):
    probe.ensure_connected()
    probe.call(HCI, ADAPTER, "RemoveDevice", V("(o)", (DEV,)))
    probe.settle(3)
    probe.call(DEV, DEVICE, "Connect")
    probe.call(HCI, ADAPTER, "RemoveDevice", V("(o)", (DEV,)))
    probe.call(HCI + "/dev_00_00_00_00_00_00", DEVICE, "Connect")


def section_parallel_requests(probe):
    writing, _ = probe.wallet()
    answers = [probe.begin_write(writing, packet, REQUEST, quiet=True) for packet in ping("b" * 700)]
    probe.until(lambda: all(answer.is_done for answer in answers))
    probe.settle(1)
    probe.out("burst errors", [(answer.error, answer.message) for answer in answers if answer.error])


# The parallel requests take a radio's time: without delays no request finds another one in flight.
SECTIONS = {
    "adapter": section_adapter, "discovery": section_discovery, "connect": section_connect, "gatt": section_gatt,
    "parallel-requests": section_parallel_requests, "acquire": section_acquire,
    "remote-drop": section_remote_drop, "local-disconnect": section_local_disconnect,
    "power": section_power, "remove": section_remove,
}


def of_sections(lines, names):
    """The lines of some sections of a recording."""
    chosen, is_chosen = [], False
    for line in lines:
        if line.startswith("=== "):
            is_chosen = line[4:] in names
        if is_chosen:
            chosen.append(line)
    return chosen


def compared(lines):
    for pattern, replacement in ALLOWED:
        lines = [pattern.sub(replacement, line) for line in lines]
    return [line for line in lines if line]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ctl", required=True, help="the FIFO that the org.bluez takes commands from")
    parser.add_argument("--fast", action="store_true", help="the org.bluez has no delays")
    parser.add_argument("--patience", type=float, default=1, help="how many times longer everything may take")
    parser.add_argument("--compare", metavar="RECORDING", help="compare instead of printing")
    known = ", ".join(SECTIONS)
    parser.add_argument("sections", nargs="*", metavar="SECTION", help="all where none is named: " + known)
    options = parser.parse_args()
    probe = Probe(options)
    names = options.sections or [name for name in SECTIONS if not options.fast or name != "parallel-requests"]
    for name in names:
        probe.settle(0.3)
        probe.out("=== " + name)
        SECTIONS[name](probe)
    if not options.compare:
        print("\n".join(probe.transcript))
        return 0
    with open(options.compare) as file:
        recording = compared(of_sections(file.read().split("\n"), names))
    now = compared(probe.transcript)
    difference = list(difflib.unified_diff(recording, now, "recording", "now", lineterm="", n=2))
    print("\n".join(line[:400] for line in difference) or "as recorded: %d lines" % len(recording))
    return 1 if difference else 0


if __name__ == "__main__":
    raise SystemExit(main())
