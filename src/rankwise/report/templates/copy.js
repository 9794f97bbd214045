"use strict";
// Lines are complete without this: its buttons copy them.
document.addEventListener("click", (event) => {
  const button = event.target.closest("button.copy");
  if (!button) return;
  const code = button.previousElementSibling;
  const done = (word) => { button.textContent = word; setTimeout(() => { button.textContent = "copy"; }, 1500); };
  const selected = () => {  // where a page may not write to the clipboard: the line is selected at least
    window.getSelection().selectAllChildren(code);
    done(document.execCommand("copy") ? "copied" : "selected");
  };
  if (navigator.clipboard) navigator.clipboard.writeText(code.textContent).then(() => done("copied"), selected);
  else selected();
});
