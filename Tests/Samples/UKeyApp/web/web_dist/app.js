// A wallet's page as a bundler leaves it: a classic script that speaks to the app through the callback bridge.
// SPDX-License-Identifier: Apache-2.0
(function () {
  "use strict";
  function withBridge(use) {
    if (window.WKWebViewJavascriptBridge) return use(window.WKWebViewJavascriptBridge);
    if (window.WKWVJBCallbacks) return window.WKWVJBCallbacks.push(use);
    window.WKWVJBCallbacks = [use];
    window.webkit.messageHandlers.iOS_Native_InjectJavascript.postMessage(null);
  }
  withBridge(function (bridge) {
    var buffer = "";
    function call(name, data) {
      return new Promise(function (resolve) { bridge.callHandler(name, data, resolve); });
    }
    bridge.registerHandler("monitorCharacteristic", function (hex) {
      buffer = hex.indexOf("3f2323") === 0 ? hex.slice(6) : buffer + hex;
      var isWhole = buffer.length >= 12 && buffer.length / 2 - 6 >= parseInt(buffer.slice(4, 12), 16);
      if (!isWhole) return;
      document.title = "message " + parseInt(buffer.slice(0, 4), 16);
      call("disconnect", {}).then(function () { document.title = "done"; });
    });
    bridge.registerHandler("connectFinished", function () {
      var first = "3f2323" + "0000" + "00000000" + new Array(55 + 1).join("00");
      call("send", { data: "abc" }).then(function (refused) {
        document.title = "odd " + refused.success;
        return call("send", { data: first });
      }).then(function (sent) { document.title = "sent " + sent.success; });
    });
    call("enumerate", {}).then(function (devices) {
      document.title = "found " + devices.map(function (device) { return device.name; }).join();
      return call("connect", { uuid: devices[0].id });
    });
  });
})();
