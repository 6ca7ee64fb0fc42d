# Round trips to the wallet in reach through bleak, for one row of the benchmark.
# SPDX-License-Identifier: Apache-2.0
#
# Use: python3 bleak_wallet.py COUNT, with the bus of DBUS_SYSTEM_BUS_ADDRESS. It prints one JSON object: a round trip is a
# write without response and the notification that answers it.

import asyncio
import sys
import time

from bleak import BleakClient, BleakScanner

SERVICE, WRITING, NOTIFYING = ("0000000%d-0000-1000-8000-00805f9b34fb" % number for number in (1, 2, 3))
PING = bytes.fromhex("3f2323000100000003" + "0a0178").ljust(64, b"\0")


async def main(count):
    device = await BleakScanner.find_device_by_filter(lambda _, data: SERVICE in data.service_uuids, timeout=20)
    async with BleakClient(device, timeout=30) as client:
        answers = asyncio.Queue()
        await client.start_notify(NOTIFYING, lambda _, data: answers.put_nowait(data))
        start = time.perf_counter()
        for _ in range(count):
            await client.write_gatt_char(WRITING, PING, response=False)
            await answers.get()
        print('{"count":%d,"seconds":%f}' % (count, time.perf_counter() - start), flush=True)


asyncio.run(main(int(sys.argv[1])))
