// Apple's keys of options, of advertisements and of well-known descriptors.
// SPDX-License-Identifier: Apache-2.0

// swift-format-ignore-file: AlwaysUseLowerCamelCase

/// Whether the system tells the user that Bluetooth is off; there is no such dialog here.
public let CBCentralManagerOptionShowPowerAlertKey = "kCBInitOptionShowPowerAlert"
/// The name under which a manager would be restored; nothing is restored here.
public let CBCentralManagerOptionRestoreIdentifierKey = "kCBInitOptionRestoreIdentifier"
/// An `NSNumber`: whether each advertisement is reported, not only the first of a peripheral.
public let CBCentralManagerScanOptionAllowDuplicatesKey = "kCBScanOptionAllowDuplicates"
/// Services that a peripheral asks for; BlueZ does not tell them.
public let CBCentralManagerScanOptionSolicitedServiceUUIDsKey = "kCBScanOptionSolicitedServiceUUIDs"
/// Whether the user is told of a connection in the background; nobody is told here.
public let CBConnectPeripheralOptionNotifyOnConnectionKey = "kCBConnectOptionNotifyOnConnection"
/// Whether the user is told of a disconnection in the background; nobody is told here.
public let CBConnectPeripheralOptionNotifyOnDisconnectionKey = "kCBConnectOptionNotifyOnDisconnection"
/// Whether the user is told of notifications in the background; nobody is told here.
public let CBConnectPeripheralOptionNotifyOnNotificationKey = "kCBConnectOptionNotifyOnNotification"
/// An `NSNumber` of seconds to wait before connecting.
public let CBConnectPeripheralOptionStartDelayKey = "kCBConnectOptionStartDelay"
/// The peripherals of a restored manager; nothing is restored here.
public let CBCentralManagerRestoredStatePeripheralsKey = "kCBRestoredPeripherals"
/// The services that a restored manager looked for; nothing is restored here.
public let CBCentralManagerRestoredStateScanServicesKey = "kCBRestoredScanServices"
/// The options of a restored scan; nothing is restored here.
public let CBCentralManagerRestoredStateScanOptionsKey = "kCBRestoredScanOptions"

/// A `String`: the advertised name.
public let CBAdvertisementDataLocalNameKey = "kCBAdvDataLocalName"
/// An `NSNumber`: the advertised transmit power in dBm.
public let CBAdvertisementDataTxPowerLevelKey = "kCBAdvDataTxPowerLevel"
/// An array of `CBUUID`: the advertised services.
public let CBAdvertisementDataServiceUUIDsKey = "kCBAdvDataServiceUUIDs"
/// A dictionary from `CBUUID` to `Data`.
public let CBAdvertisementDataServiceDataKey = "kCBAdvDataServiceData"
/// `Data`: the company's identifier, least significant byte first, and what the company sends.
public let CBAdvertisementDataManufacturerDataKey = "kCBAdvDataManufacturerData"
/// An array of `CBUUID` of an iPhone's overflow area; BlueZ does not tell them.
public let CBAdvertisementDataOverflowServiceUUIDsKey = "kCBAdvDataOverflowServiceUUIDs"
/// An `NSNumber`: whether the peripheral can be connected.
public let CBAdvertisementDataIsConnectable = "kCBAdvDataIsConnectable"
/// An array of `CBUUID` that the peripheral asks for; BlueZ does not tell them.
public let CBAdvertisementDataSolicitedServiceUUIDsKey = "kCBAdvDataSolicitedServiceUUIDs"

/// The descriptor of extended properties.
public let CBUUIDCharacteristicExtendedPropertiesString = "2900"
/// The descriptor that describes a characteristic in words.
public let CBUUIDCharacteristicUserDescriptionString = "2901"
/// The descriptor that turns notifications on; it is written with `setNotifyValue`.
public let CBUUIDClientCharacteristicConfigurationString = "2902"
/// The descriptor that turns broadcasts on.
public let CBUUIDServerCharacteristicConfigurationString = "2903"
/// The descriptor of a characteristic's format.
public let CBUUIDCharacteristicFormatString = "2904"
/// The descriptor of an aggregate's format.
public let CBUUIDCharacteristicAggregateFormatString = "2905"
/// The characteristic that tells a channel's number.
public let CBUUIDL2CAPPSMCharacteristicString = "ABDD3056-28FA-441D-A470-55A75A52553A"
