/* The paste box: shows what matcher.js answers. Text of the paste and of the index is only ever set as text. */

"use strict";

(() => {
  const form = document.getElementById("paste");
  if (!form) return;
  const index = jaxRunbooks.load(jaxRunbooksIndex);
  const text = form.querySelector("textarea"), release = form.querySelector("select");
  const shown = form.querySelector("output"), base = form.dataset.base || "";
  const file = location.protocol === "file:" ? "index.html" : "";
  let waiting = 0, answered = "";

  function element(name, content, className) {
    const made = document.createElement(name);
    if (className) made.className = className;
    for (const one of [].concat(content)) made.append(one);  // strings become text nodes
    return made;
  }

  const order = new Intl.Collator("en", {numeric: true}).compare;
  const releases = new Set(index.entries.flatMap((entry) => Object.keys(entry.releases)));
  release.append(...[...releases].sort(order).reverse().map((one) => new Option(`JAX ${one}`, one)));

  function link(entry) {
    const made = element("a", entry.title);
    made.href = `${base}errors/${entry.slug}/${file}`;
    return made;
  }

  function standing(match) {
    const seen = match.standing;
    if (match.entry.status === "known") return "No fix of this runbook was verified: the error cannot be provoked without special hardware.";
    if (match.entry.status === "retired") return "This runbook is retired: newer JAX does not raise this error.";
    if (!seen) return "";
    const nearest = seen.asked === seen.release ? "" : ` (the nearest run to your ${seen.asked})`;
    const error = seen.error ? "the error is as documented" : "the error is NOT as documented";
    return `On JAX ${seen.release}${nearest} ${error}; fixes that work there as documented: ${seen.fixes} of ${seen.allFixes}.`;
  }

  function why(match) {
    const {literals, holes} = match.signature.shape;
    const code = element("code", literals[0]);
    holes.forEach((hole, number) => {
      const value = match.holes[hole] === undefined ? hole : match.holes[hole];
      code.append(element("mark", value.length > 120 ? `${value.slice(0, 119)}…` : value), literals[number + 1]);
    });
    const said = {
      class: "no other runbook has this class; its message is not in the text",
      cut: `the ${match.weight} characters of the message that are there begin no other runbook's`,
    }[match.by];
    const items = [said ? element("li", said) : element("li", [`${match.weight} literal characters fit: `, code])];
    if (match.exception) items.unshift(element("li", ["class ", element("code", match.exception)]));
    if (match.near) items.unshift(element("li", `near miss: ${match.near}`));
    for (const [module, name] of match.frames) items.push(element("li", ["frame ", element("code", `${module}.${name}`)]));
    return element("ul", items);
  }

  function card(match, open) {
    const details = element("details", [element("summary", "Why this one"), why(match)]);
    details.open = open;
    return element("article", [
      element("h3", link(match.entry)), element("p", match.entry.summary.replaceAll("`", "")),
      element("p", standing(match), "runbook-note"), details,
    ], match.near ? "paste-near" : "paste-match");
  }

  function answers(found) {
    if (found.best.length > 1) {
      const tie = `${found.best.length} runbooks fit equally well; the text cannot tell them apart.`;
      return [element("p", tie, "paste-verdict"), ...found.best.map((one) => card(one, true))];
    }
    if (found.best.length) {
      const others = found.matches.slice(1).map((one) => element("li", link(one.entry)));
      const also = others.length ? [element("p", "Also fits, less closely:"), element("ul", others)] : [];
      return [element("p", "This is your error:", "paste-verdict"), card(found.best[0], false), ...also];
    }
    const nothing = [
      element("p", "No runbook is known for this error. Nothing is guessed.", "paste-verdict"),
      element("p", "Paste the line that begins with the exception class and all lines after it. If the error is JAX's, search its public issues for the words of the message that are not names, shapes or paths."),
    ];
    if (!found.near.length) return nothing;
    return [...nothing, element("p", "Near misses, no answers:"), ...found.near.map((one) => card(one, true))];
  }

  function update() {
    clearTimeout(waiting);
    const asked = release.value || null;
    if (answered === `${asked} ${text.value}`) return;  // what is open in the answer stays open
    answered = `${asked} ${text.value}`;
    shown.replaceChildren(...(text.value.trim() ? answers(jaxRunbooks.answer(index, text.value, asked)) : []));
  }

  form.addEventListener("submit", (event) => { event.preventDefault(); update(); });
  release.addEventListener("change", update);
  text.addEventListener("input", () => { clearTimeout(waiting); waiting = setTimeout(update, 150); });
  text.addEventListener("keydown", (event) => { if (event.key === "Enter" && event.ctrlKey) update(); });
  form.hidden = false;
})();
