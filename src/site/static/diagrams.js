"use strict";
mermaid.initialize({
  startOnLoad: true,
  securityLevel: "strict",
  theme: window.matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "neutral",
});
