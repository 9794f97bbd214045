"use strict";
// The page is complete without this: it shows a mark's words at once instead of after a second, and filters the table.
(() => {
  const tip = document.getElementById("tip");
  document.addEventListener("pointerover", (event) => {
    const mark = event.target.closest("svg.fig *");
    const title = mark && mark.querySelector(":scope > title");
    if (!title) { tip.hidden = true; return; }
    tip.textContent = title.textContent;
    tip.hidden = false;
  });
  document.addEventListener("pointermove", (event) => {
    if (tip.hidden) return;
    const box = tip.getBoundingClientRect();
    const left = Math.min(event.clientX + 14, window.innerWidth - box.width - 8);
    tip.style.left = Math.max(left, 8) + "px";
    tip.style.top = (event.clientY > 60 ? event.clientY - box.height - 10 : event.clientY + 18) + "px";
  });
  const filter = document.getElementById("filter");
  const rows = Array.from(document.querySelectorAll("#cell-table tbody tr"));
  filter.addEventListener("input", () => {
    const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
    let count = 0;
    for (const row of rows) {
      const cells = Array.from(row.cells, (cell) => cell.textContent.toLowerCase());
      const hit = words.every((word) => cells.some((cell) => /^\d/.test(word) ? cell === word : cell.includes(word)));
      row.hidden = !hit;
      if (hit) count += 1;
    }
    document.getElementById("count").textContent = words.length ? count + " of " + rows.length : "";
  });
  // A link to a row inside closed details opens them.
  const reveal = () => {
    const row = location.hash && document.getElementById(location.hash.slice(1));
    const closed = row && row.closest("details:not([open])");
    if (closed) { closed.open = true; row.scrollIntoView({block: "center"}); }
  };
  window.addEventListener("hashchange", reveal);
  reveal();
  let opened = [];
  window.addEventListener("beforeprint", () => {
    opened = Array.from(document.querySelectorAll("details.printed:not([open])"));
    for (const one of opened) one.open = true;
  });
  window.addEventListener("afterprint", () => { for (const one of opened) one.open = false; });
})();
