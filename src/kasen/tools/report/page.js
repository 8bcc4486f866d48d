"use strict";
(() => {
  const panel = document.getElementById("panel");
  const shown = document.getElementById("shown");
  const wide = matchMedia("(min-width: 76rem)");
  let opener = null;

  function place() {
    if (!opener) return;
    if (wide.matches) document.body.append(panel);
    else opener.closest("p, li, blockquote, .wide").after(panel);
  }

  function close(focus) {
    if (!opener) return;
    opener.setAttribute("aria-expanded", "false");
    opener.closest(".sentence").classList.remove("open");
    if (focus) opener.focus();
    opener = null;
    panel.hidden = true;
    document.body.classList.remove("reading");
  }

  function open(mark) {
    const same = mark === opener;
    close(false);
    if (same) return;
    opener = mark;
    shown.replaceChildren(document.getElementById(mark.dataset.open).content.cloneNode(true));
    mark.setAttribute("aria-expanded", "true");
    mark.closest(".sentence").classList.add("open");
    panel.hidden = false;
    document.body.classList.add("reading");
    place();
    const words = shown.querySelector("mark");
    shown.scrollTop = 0;
    if (words) shown.scrollTop = words.getBoundingClientRect().top - shown.getBoundingClientRect().top - 120;
  }

  for (const mark of document.querySelectorAll(".cite")) {
    mark.setAttribute("role", "button");
    mark.setAttribute("aria-expanded", "false");
    mark.setAttribute("aria-controls", "panel");
    mark.addEventListener("click", (event) => { event.preventDefault(); open(mark); });
    mark.addEventListener("keydown", (event) => {
      if (event.key === " ") { event.preventDefault(); open(mark); }
    });
  }
  document.getElementById("close").addEventListener("click", () => close(true));
  document.addEventListener("keydown", (event) => { if (event.key === "Escape") close(true); });
  wide.addEventListener("change", place);
})();
