// An app's controller for a hardware wallet's page, as it is written for iOS, without UIKit.
// SPDX-License-Identifier: Apache-2.0

import CoreBluetooth
import Foundation
import WKWebViewJavascriptBridge
import WebKit

/// Shows the page that is packaged with the app, and carries its packets to the wallet: nothing here knows that it runs on
/// Linux.
class UKeyViewController: NSObject, CBCentralManagerDelegate, CBPeripheralDelegate, WKNavigationDelegate {
    private let serviceUUID = CBUUID(string: "00000001-0000-1000-8000-00805f9b34fb")
    private let writeUUID = CBUUID(string: "00000002-0000-1000-8000-00805f9b34fb")
    private let notifyUUID = CBUUID(string: "00000003-0000-1000-8000-00805f9b34fb")

    var webView: WKWebView!
    var jsBridge: WKWebViewJavascriptBridge!
    var centralManager: CBCentralManager!
    var peripherals: [CBPeripheral] = []
    var connectedPeripheral: CBPeripheral?
    var writeCharacteristic: CBCharacteristic?
    var connectCallback: ((Any?) -> Void)?
    var titleObservation: NSKeyValueObservation?

    func viewDidLoad() {
        webView = WKWebView(
            frame: CGRect(x: 0, y: 0, width: 320, height: 480), configuration: WKWebViewConfiguration())
        webView.navigationDelegate = self
        titleObservation = webView.observe(\.title, options: [.new]) { [weak self] webView, _ in
            if let title = webView.title, !title.isEmpty { self?.log("title \(title)") }
        }
        jsBridge = WKWebViewJavascriptBridge(webView: webView)
        registerHandlers()
        centralManager = CBCentralManager(delegate: self, queue: nil)
        loadPage()
    }

    private func loadPage() {
        let packaged = Bundle.main.path(forResource: "index", ofType: "html", inDirectory: "web/web_dist")
        let url =
            packaged.map { URL(fileURLWithPath: $0) }
            ?? Bundle.main.bundleURL.appendingPathComponent("web/web_dist/index.html")
        webView.loadFileURL(url, allowingReadAccessTo: url.deletingLastPathComponent())
    }

    private func log(_ line: String) {
        FileHandle.standardOutput.write(Data((line + "\n").utf8))
    }

    // MARK: The page's calls

    private func registerHandlers() {
        jsBridge.register(handlerName: "enumerate") { [weak self] _, callback in
            guard let self = self else { return }
            self.peripherals = []
            self.centralManager.scanForPeripherals(withServices: [self.serviceUUID], options: nil)
            DispatchQueue.main.asyncAfter(deadline: .now() + 1) {
                self.centralManager.stopScan()
                callback?(
                    self.peripherals.map { ["id": $0.identifier.uuidString, "name": $0.name ?? "Unknown"] })
            }
        }
        jsBridge.register(handlerName: "connect") { [weak self] parameters, callback in
            guard let self = self, let uuid = parameters?["uuid"] as? String,
                let peripheral = self.peripherals.first(where: { $0.identifier.uuidString == uuid })
            else {
                callback?(["success": false, "error": "unknown device"])
                return
            }
            self.connectCallback = callback
            self.centralManager.connect(peripheral, options: nil)
        }
        jsBridge.register(handlerName: "send") { [weak self] parameters, callback in
            guard let self = self, let peripheral = self.connectedPeripheral,
                let characteristic = self.writeCharacteristic,
                let data = Self.data(fromHex: parameters?["data"] as? String ?? "")
            else {
                callback?(["success": false, "error": "nothing was sent"])
                return
            }
            peripheral.writeValue(data, for: characteristic, type: .withoutResponse)
            callback?(["success": true])
        }
        jsBridge.register(handlerName: "disconnect") { [weak self] _, callback in
            if let self = self, let peripheral = self.connectedPeripheral {
                self.centralManager.cancelPeripheralConnection(peripheral)
            }
            callback?(["success": true])
        }
    }

    private static func data(fromHex hex: String) -> Data? {
        guard !hex.isEmpty, hex.count % 2 == 0 else { return nil }
        var data = Data()
        var index = hex.startIndex
        while index < hex.endIndex {
            let next = hex.index(index, offsetBy: 2)
            guard let byte = UInt8(hex[index..<next], radix: 16) else { return nil }
            data.append(byte)
            index = next
        }
        return data
    }

    // MARK: WKNavigationDelegate

    func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!) {
        log("loaded \(webView.url?.lastPathComponent ?? "")")
    }

    func webView(
        _ webView: WKWebView, didFailProvisionalNavigation navigation: WKNavigation!, withError error: Error
    ) {
        log("failed \(error.localizedDescription)")
    }

    // MARK: CBCentralManagerDelegate

    func centralManagerDidUpdateState(_ central: CBCentralManager) {
        log("bluetooth \(central.state == .poweredOn ? "on" : "off")")
    }

    func centralManager(
        _ central: CBCentralManager, didDiscover peripheral: CBPeripheral, advertisementData: [String: Any],
        rssi: NSNumber
    ) {
        if !peripherals.contains(peripheral) { peripherals.append(peripheral) }
    }

    func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
        connectedPeripheral = peripheral
        peripheral.delegate = self
        peripheral.discoverServices([serviceUUID])
    }

    func centralManager(_ central: CBCentralManager, didFailToConnect peripheral: CBPeripheral, error: Error?) {
        connectCallback?(["success": false, "error": error?.localizedDescription ?? ""])
        connectCallback = nil
    }

    func centralManager(
        _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral, error: Error?
    ) {
        connectedPeripheral = nil
        writeCharacteristic = nil
        log("disconnected")
    }

    // MARK: CBPeripheralDelegate

    func peripheral(_ peripheral: CBPeripheral, didDiscoverServices error: Error?) {
        for service in peripheral.services ?? [] where service.uuid == serviceUUID {
            peripheral.discoverCharacteristics([writeUUID, notifyUUID], for: service)
        }
    }

    func peripheral(
        _ peripheral: CBPeripheral, didDiscoverCharacteristicsFor service: CBService, error: Error?
    ) {
        for characteristic in service.characteristics ?? [] {
            if characteristic.uuid == writeUUID { writeCharacteristic = characteristic }
            if characteristic.uuid == notifyUUID { peripheral.setNotifyValue(true, for: characteristic) }
        }
    }

    func peripheral(
        _ peripheral: CBPeripheral, didUpdateNotificationStateFor characteristic: CBCharacteristic, error: Error?
    ) {
        connectCallback?(["success": error == nil])
        connectCallback = nil
        jsBridge.call(handlerName: "connectFinished")
    }

    func peripheral(
        _ peripheral: CBPeripheral, didUpdateValueFor characteristic: CBCharacteristic, error: Error?
    ) {
        guard characteristic.uuid == notifyUUID, let value = characteristic.value else { return }
        let hex = value.map { String(format: "%02x", $0) }.joined()
        jsBridge.callHandler("monitorCharacteristic", data: hex)
    }
}
