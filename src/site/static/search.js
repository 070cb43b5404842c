"use strict";
// Searches the chapters of all pages for all words of the input. The best are those with the words in their headings.
(() => {
  const form = document.querySelector(".search");
  const input = form.querySelector("input");
  const list = form.querySelector(".hits");
  const root = document.querySelector("header .name").getAttribute("href").replace(/index\.html$/, "");
  const MOST = 12;
  form.hidden = false;

  // The texts are loaded when they are needed.
  let entries;
  function load() {
    if (entries) return;
    entries = [];
    const script = document.createElement("script");
    script.src = `${root}search-index.js`;
    script.onload = () => {
      entries = window.searchIndex.map((entry) => ({
        ...entry,
        heading: `${entry.t} ${entry.h}`.toLowerCase(),
        text: entry.x.toLowerCase(),
      }));
      search();
    };
    document.head.append(script);
  }

  function points(entry, words) {
    let sum = 0;
    for (const word of words) {
      if (entry.heading.includes(word)) {
        sum += entry.t.toLowerCase() === word ? 12 : entry.h.toLowerCase().includes(word) ? 8 : 5;
      } else if (!entry.text.includes(word)) {
        return 0;
      }
      sum += Math.min(3, entry.text.split(word).length - 1);
    }
    // The pages for users come first, the changelog last.
    return sum + Math.max(0, 6 - 3 * entry.s);
  }

  // Some words of the text around the first of the searched ones.
  function excerpt(entry, words) {
    const places = words.map((word) => entry.text.indexOf(word)).filter((place) => place >= 0);
    const from = Math.max(0, Math.min(...places, entry.x.length) - 50);
    return (from > 0 ? "…" : "") + entry.x.slice(from, from + 160) + "…";
  }

  function marked(text, words) {
    const line = document.createElement("span");
    const pattern = words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|");
    for (const [i, part] of text.split(new RegExp(`(${pattern})`, "i")).entries()) {
      if (i % 2) {
        line.appendChild(document.createElement("mark")).textContent = part;
      } else {
        line.append(part);
      }
    }
    return line;
  }

  function search() {
    load();
    const words = input.value.toLowerCase().split(/\s+/).filter((word) => word);
    list.replaceChildren();
    list.hidden = words.length === 0;
    if (list.hidden) return;
    const found = entries
      .map((entry) => ({ entry, points: points(entry, words) }))
      .filter((hit) => hit.points > 0)
      .sort((one, other) => other.points - one.points);
    for (const { entry } of found.slice(0, MOST)) {
      const hit = document.createElement("a");
      hit.href = root + entry.a;
      const title = hit.appendChild(document.createElement("b"));
      title.append(marked(entry.h ? `${entry.t}: ${entry.h}` : entry.t, words));
      hit.append(marked(excerpt(entry, words), words));
      list.append(hit);
    }
    const rest = document.createElement("p");
    rest.textContent =
      found.length === 0 ? "Nothing found." : found.length > MOST ? `${found.length - MOST} more` : "";
    if (rest.textContent) list.append(rest);
  }

  input.addEventListener("input", search);
  input.addEventListener("focus", search);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    list.querySelector("a")?.click();
  });
  document.addEventListener("click", (event) => {
    if (!form.contains(event.target)) list.hidden = true;
  });
  list.addEventListener("click", () => { list.hidden = true; });
  document.addEventListener("keydown", (event) => {
    if (event.key === "/" && document.activeElement !== input) {
      event.preventDefault();
      input.focus();
    } else if (event.key === "Escape") {
      list.hidden = true;
      input.blur();
    } else if ((event.key === "ArrowDown" || event.key === "ArrowUp") && form.contains(document.activeElement)) {
      const stops = [input, ...list.querySelectorAll("a")];
      const next = stops.indexOf(document.activeElement) + (event.key === "ArrowDown" ? 1 : -1);
      if (stops[next]) {
        event.preventDefault();
        stops[next].focus();
      }
    }
  });

  // The list of pages is always open beside the text, and closed above it.
  const menu = document.querySelector(".menu");
  const wide = window.matchMedia("(min-width: 60rem)");
  const fit = () => { menu.open = wide.matches; };
  wide.addEventListener("change", fit);
  fit();
  menu.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
})();
