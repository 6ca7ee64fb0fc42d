"use strict";
(() => {
  // web/bridge/send.ts
  window.postMessage(envelope, targetOrigin, [new MessageChannel().port2]);
})();
