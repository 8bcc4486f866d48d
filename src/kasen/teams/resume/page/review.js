"use strict";
(() => {
  for (const button of document.querySelectorAll("button.copy")) {
    const label = button.textContent;
    const bar = document.getElementById("bar");
    button.hidden = false;
    button.addEventListener("click", async () => {
      const source = document.getElementById(button.dataset.copy);
      getSelection().selectAllChildren(source);
      try { await navigator.clipboard.writeText(source.textContent); }
      catch { if (!document.execCommand("copy")) return; }
      button.textContent = bar ? bar.dataset.copied : "✓";
      setTimeout(() => { button.textContent = label; }, 1500);
    });
  }

  const bar = document.getElementById("bar");
  if (!bar) return;
  const changes = [...document.querySelectorAll("[data-change]")];
  const command = document.getElementById("command");
  const count = document.getElementById("count");

  function chosen(change) {
    const radio = change.querySelector("input:checked");
    return radio ? radio.value : "";
  }

  function filled(text, values) {
    return text.replace(/\{(\w+)\}/g, (_, name) => values[name]);
  }

  // YAML takes JSON as it is, so that nothing that a person writes is read as anything else.
  function decisions(states) {
    const taken = changes.filter((_, at) => states[at] === "accept" || states[at] === "edit");
    const words = changes.filter((_, at) => states[at] === "edit");
    const lines = words.map((change) => {
      return `  ${change.dataset.change}: ${JSON.stringify(change.querySelector("textarea").value)}\n`;
    });
    return `accept: [${taken.map((change) => change.dataset.change).join(", ")}]\nedited:\n${lines.join("")}`;
  }

  function show() {
    const states = changes.map(chosen);
    const accepted = changes.filter((_, at) => states[at] === "accept").map((change) => change.dataset.change);
    const own = states.filter((state) => state === "edit").length;
    const file = document.getElementById("own-file");
    file.hidden = !own;
    document.getElementById("decisions").textContent = own ? decisions(states) : "";
    const which = own ? "decisions.yaml" : accepted.length === changes.length ? "all" : accepted.join(",");
    command.textContent = which ? bar.dataset.before + which + bar.dataset.after : bar.dataset.nothing;
    document.querySelector('[data-copy="command"]').disabled = !which;
    const open = states.filter((state) => !state).length;
    const said = filled(bar.dataset.count, { accepted: accepted.length, total: changes.length, open });
    count.textContent = own ? said + filled(bar.dataset.own, { own }) : said;
    document.getElementById("next").disabled = !open;
    changes.forEach((change, at) => {
      change.dataset.chosen = states[at];
      change.querySelector(".own").hidden = states[at] !== "edit";
    });
  }

  function choose(value) {
    for (const change of changes) change.querySelector(`input[value="${value}"]`).checked = true;
    show();
  }

  for (const change of changes) {
    change.querySelector(".choice").hidden = false;
    change.addEventListener("change", show);
    change.querySelector("textarea").addEventListener("input", show);
  }
  document.getElementById("all").addEventListener("click", () => choose("accept"));
  document.getElementById("none").addEventListener("click", () => choose("reject"));
  document.getElementById("next").addEventListener("click", () => {
    const next = changes.find((change) => !chosen(change));
    if (!next) return;
    next.scrollIntoView({ block: "center" });
    next.querySelector("input").focus({ preventScroll: true });
  });
  bar.hidden = false;
  show();
})();
