"use strict";
(() => {
  // web/sandbox/xcover/documents/main.ts
  document.body.dataset["page"] = "document";
})();
