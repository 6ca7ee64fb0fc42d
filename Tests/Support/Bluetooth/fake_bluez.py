#!/usr/bin/python3
# Plays org.bluez with one simulated wallet in reach.
# SPDX-License-Identifier: Apache-2.0
"""Plays org.bluez, as bluetoothd 5.66 was recorded, with one simulated wallet in reach.

It owns org.bluez on the bus of DBUS_SYSTEM_BUS_ADDRESS and takes commands, one a line, from the FIFO of --ctl:

drop           the link ends              vanish, adv     the wallet is out of reach, or in reach
push:HEX       a notification             lose:N          the next N writes do not arrive
stall:0|1      the wallet does not answer slow:MS         its notifications take longer
failconnect:N  the next N connections fail mtu:N          the MTU of the next connection
power:0|1      the adapter's power        unplug, plug    the adapter goes and comes
alias:TEXT     a new alias of the adapter, when all that was asked before is done
quit           the daemon ends
"""
import argparse
import os

from gi.repository import Gio, GLib

from adapter import Adapter, long_uuid
from agents import AgentManager
from attributes import Characteristic, Descriptor, Service
from device import Device
from exported import Root, V, World
from radio import Radio


def build(world):
    """Makes the objects; the device and its attributes are exported when they are found."""
    world.agents = AgentManager(world)
    world.adapter = Adapter(world)
    world.device = Device(world)
    radio = world.radio = Radio(world)
    generic = Service(world, 0x06, long_uuid("1801"))
    changed = Characteristic(generic, 0x07, long_uuid("2a05"), ["indicate"])
    wallet = Service(world, 0x0E, long_uuid("0001"))
    writing = Characteristic(wallet, 0x0F, long_uuid("0002"), ["write-without-response", "write"], radio.receive)
    radio.notifying = Characteristic(wallet, 0x11, long_uuid("0003"), ["notify"])
    world.attributes = [
        generic, changed, Descriptor(changed, 0x09, long_uuid("2902")),
        Characteristic(generic, 0x0A, long_uuid("2b29"), ["read", "write"]),
        Characteristic(generic, 0x0C, long_uuid("2b2a"), ["read"]),
        wallet, writing, radio.notifying, Descriptor(radio.notifying, 0x13, long_uuid("2902")),
    ]
    for exported in (Root(world), world.agents, world.adapter):
        exported.export(announce=False)


def follow_clients(world):
    """Ends the sessions of clients that leave the bus."""

    def changed(_connection, _sender, _path, _interface, _signal, arguments):
        name, _old, new = arguments.unpack()
        if not new and name.startswith(":"):
            for exported in [world.adapter, world.agents] + world.attributes:
                exported.client_left(name)

    world.bus.signal_subscribe(
        "org.freedesktop.DBus", "org.freedesktop.DBus", "NameOwnerChanged", None, None, 0, changed)


def obey(world, loop, command):
    """Obeys one command of the control pipe."""
    word, _, value = command.partition(":")
    radio, device, adapter = world.radio, world.device, world.adapter
    if word == "drop" and device.is_connected():
        device.lose_link()
    elif word == "vanish":
        radio.is_advertising = False
    elif word == "adv":
        radio.is_advertising = True
        radio.advertise()
    elif word == "push":
        radio.notifying.notify(bytes.fromhex(value))
    elif word == "lose":
        radio.losses = int(value)
    elif word == "stall":
        radio.is_stalled = value != "0"
    elif word == "slow":
        radio.slowness = int(value)
    elif word == "failconnect":
        device.failures = int(value)
    elif word == "mtu":
        world.options.mtu = int(value)
    elif word == "power":
        adapter.set("Powered", V("b", value == "1"))
    elif word == "unplug":
        if device.is_connected():
            device.lose_link()
        device.forget()
        adapter.unexport()
    elif word == "plug":
        adapter.export()
    elif word == "alias":
        # Below the priority of everything that may still be to do.
        GLib.idle_add(lambda: adapter.change(Alias=V("s", value)), priority=GLib.PRIORITY_LOW)
    elif word == "quit":
        loop.quit()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ctl", help="the FIFO for commands; made where there is none")
    parser.add_argument("--secure", metavar="PASSKEY", help="the wallet wants to be paired and shows this")
    parser.add_argument("--mtu", type=int, default=247)
    parser.add_argument("--fast", action="store_true", help="without the delays of the radio and of the daemon")
    parser.add_argument("--addr", default="C4:11:22:33:44:55")
    parser.add_argument("--name", default="Touch 1A2B")
    world = World(parser.parse_args())
    loop = GLib.MainLoop()
    build(world)
    follow_clients(world)
    if world.options.ctl:
        if not os.path.exists(world.options.ctl):
            os.mkfifo(world.options.ctl, 0o600)
        # Open for writing too, so that it does not end when a writer closes it.
        pipe = os.open(world.options.ctl, os.O_RDWR | os.O_NONBLOCK)

        def readable(descriptor, _condition):
            for command in os.read(descriptor, 65536).decode().split():
                obey(world, loop, command)
            return True

        GLib.io_add_watch(pipe, GLib.IO_IN, readable)
    Gio.bus_own_name_on_connection(
        world.bus, "org.bluez", 0, lambda *_: world.log("owns org.bluez"), lambda *_: loop.quit())
    loop.run()


if __name__ == "__main__":
    main()
