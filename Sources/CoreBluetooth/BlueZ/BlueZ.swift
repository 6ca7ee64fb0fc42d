// BlueZ's names.
// SPDX-License-Identifier: Apache-2.0

import TransomDBus

/// The names of BlueZ on the bus.
enum BlueZ {
    static let name = "org.bluez"
    static let managerPath: ObjectPath = "/org/bluez"
    static let adapter = "org.bluez.Adapter1"
    static let device = "org.bluez.Device1"
    static let service = "org.bluez.GattService1"
    static let characteristic = "org.bluez.GattCharacteristic1"
    static let descriptor = "org.bluez.GattDescriptor1"
    static let agent = "org.bluez.Agent1"
    static let agentManager = "org.bluez.AgentManager1"
}
