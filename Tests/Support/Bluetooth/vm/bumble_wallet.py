# A virtual radio for BlueZ, and the simulated wallet at its other end; both run in the virtual machine.
# SPDX-License-Identifier: Apache-2.0
"""A virtual radio for BlueZ, and the simulated wallet at its other end.

It needs bumble and /dev/vhci. CTL is the FIFO on which it takes commands: drop, vanish, adv, push:HEX and lose:N.
"""
import asyncio
import os
import sys
import time

from bumble import hci
from bumble.att import ATT_Error, ErrorCode
from bumble.controller import Controller
from bumble.core import AdvertisingData, PhysicalTransport
from bumble.device import Device, DeviceConfiguration
from bumble.gatt import Characteristic, CharacteristicValue, Service
from bumble.hci import Address
from bumble.link import LocalLink
from bumble.transport import open_transport

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from wallet_core import Wallet, chunks  # noqa: E402

NAME = "Touch 1A2B"
UUIDS = ["0000000%d-0000-1000-8000-00805f9b34fb" % number for number in (1, 2, 3)]
START = time.monotonic()


def log(*words):
    print("[wallet %.3f]" % (time.monotonic() - START), *words, flush=True)


class Link(LocalLink):
    """Delivers from the address of the link: bumble takes the random one, and BlueZ uses its public one."""

    def send_acl_data(self, sender_controller, destination_address, transport, data):
        is_low_energy = transport == PhysicalTransport.LE
        connection = sender_controller.le_connections.get(destination_address) if is_low_energy else None
        receiver = self.find_le_controller(destination_address) if connection else None
        if receiver is None:
            super().send_acl_data(sender_controller, destination_address, transport, data)
            return
        source = connection.self_address
        asyncio.get_running_loop().call_soon(lambda: receiver.on_link_acl_data(source, transport, data))


class Peripheral:
    def __init__(self, link):
        controller = Controller("WALLET", link=link)
        configuration = DeviceConfiguration(
            name=NAME, address=Address("C4:11:22:33:44:55", Address.RANDOM_DEVICE_ADDRESS),
            advertising_interval_min=100, advertising_interval_max=100)
        self.device = Device.from_config_with_hci(configuration, controller, controller)
        self.wallet = Wallet(NAME, log=log)
        self.connection = None
        self.losses = 0
        properties, permissions = Characteristic.Properties, Characteristic.Permissions
        writing = Characteristic(
            UUIDS[1], properties.WRITE | properties.WRITE_WITHOUT_RESPONSE, permissions.WRITEABLE,
            CharacteristicValue(read=self._read, write=self._write))
        self.notifying = Characteristic(UUIDS[2], properties.NOTIFY, permissions.READABLE, b"\0")
        self.device.gatt_server.max_mtu = 247
        self.device.add_services([Service(UUIDS[0], [writing, self.notifying])])
        self.device.advertising_data = bytes(AdvertisingData([
            (AdvertisingData.FLAGS, bytes([6])),
            (AdvertisingData.COMPLETE_LIST_OF_16_BIT_SERVICE_CLASS_UUIDS, bytes.fromhex("0a180f180100")),
            (AdvertisingData.COMPLETE_LOCAL_NAME, NAME.encode()),
        ]))
        self.device.on("connection", self._connected)

    def _read(self, _connection):
        raise ATT_Error(ErrorCode.READ_NOT_PERMITTED)

    async def _write(self, connection, value):
        if self.losses > 0:
            self.losses -= 1
            return
        for stream in self.wallet.write(value):
            for chunk in chunks(stream, connection.att_mtu):
                await self.device.notify_subscriber(connection, self.notifying, chunk)

    def _connected(self, connection):
        log("connected")
        self.connection = connection
        self.wallet.assembler.reset()
        connection.on("disconnection", self._disconnected)

    def _disconnected(self, reason):
        log("disconnected", hex(reason))
        self.connection = None

    async def start(self):
        await self.device.power_on()
        await self.device.start_advertising(auto_restart=True)
        log("advertising")

    async def obey(self, command):
        word, _, value = command.partition(":")
        if word == "drop" and self.connection:
            await self.connection.disconnect()
        elif word == "vanish":
            await self.device.stop_advertising()
        elif word == "adv":
            await self.device.start_advertising(auto_restart=True)
        elif word == "push" and self.connection:
            await self.device.notify_subscriber(self.connection, self.notifying, bytes.fromhex(value))
        elif word == "lose":
            self.losses = int(value)


async def main():
    transport = await open_transport("vhci")
    link = Link()
    central = Controller(
        "BLUEZ", host_source=transport.source, host_sink=transport.sink, link=link,
        public_address="00:AA:01:00:00:42")
    # bumble's controller announces these two without being able to do them.
    central.le_features &= ~(hci.LeFeatureMask.LL_PRIVACY | hci.LeFeatureMask.LE_EXTENDED_ADVERTISING)
    peripheral = Peripheral(link)
    await peripheral.start()
    path = os.environ["CTL"]
    if not os.path.exists(path):
        os.mkfifo(path)
    pipe = os.open(path, os.O_RDWR | os.O_NONBLOCK)

    def readable():
        for command in os.read(pipe, 4096).decode().split():
            asyncio.ensure_future(peripheral.obey(command))

    asyncio.get_running_loop().add_reader(pipe, readable)
    await asyncio.get_running_loop().create_future()


asyncio.run(main())
