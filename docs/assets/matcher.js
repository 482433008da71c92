/* From pasted text to its runbook, in the browser: the algorithm of jax_runbooks/raised.py, signature.py, index.py and
   release.py on the same index. tests/match compares the two on the same texts. Nothing here touches a page. */

"use strict";

globalThis.jaxRunbooks = (() => {
  const FORMAT = 2;
  const MOST_ERRORS = 200, MOST_FRAMES = 400, MOST_LINES = 200, MOST_CHARACTERS = 50000, MOST_OF_LINE = 2000;
  const SURE_CHARACTERS = 12, SURE_WORDS = 2, NEAR_CHARACTERS = 16, LOOSE_START = 4, LOOSE_CHARACTERS = 20, LOOSE_WORDS = 3;
  const MOST_PLACES = 16, BEFORE = 2000, AFTER = 8000, MOST_NEAR = 5, CUT_CHARACTERS = 24, CUT_WORDS = 4, MOST_ENDS = 64;

  const ANSI = /\x1b(?:\[[0-9;:?<=>]*[ -\/]*[@-~]|\][^\x07\x1b\n]*(?:\x07|\x1b\\)|[@-Z\\^_])/g;
  const SURROGATE = /[\ud800-\udfff]/g;
  const MARGIN = /^[ \t]*(?:E {3,}|E$|(?:> )+|>$|[|│┃]|#(?= ))[ \t]*/;
  const SIDES = ["│", "┃", "|"];
  const NAME = /[A-Za-z_][A-Za-z0-9_.]*(?:<locals>[A-Za-z0-9_.]+)*/g;
  const ENDINGS = ["Error", "Exception", "Warning", "Exit", "Interrupt", "Iteration", "Operation", "StackTrace", "Traceback"];
  const WRAPPERS = ["UnfilteredStackTrace", "FilteredStackTrace", "JaxStackTraceBeforeTransformation", "SimplifiedTraceback"];
  const ENDS = [
    "--------------------",
    "For simplicity, JAX has removed",
    "The stack trace above ",
    "The stack trace below ",
    "The above exception was the direct",
    "During handling of the above",
    "Traceback (most recent call last)",
    "The preceding stack trace",
  ];
  const FRAME = /(?<![A-Za-z0-9_])(jax(?:lib)?[\/\\][A-Za-z0-9_\/\\]{1,200})\.py(?:"?, line [0-9]{1,9}, in |:[0-9]{1,9}:?,? in | in )([A-Za-z_<][A-Za-z0-9_.<>]{0,200})/;
  const VERSION = /(?<![A-Za-z0-9_])(?<!in )(?<!of )(?<!since )(?<!with )jax(?:[ _.-]{0,3}_*version_*)?['"` :=v(-]{1,8}([0-9]{1,2}\.[0-9]{1,3}\.[0-9]{1,3}(?:\.[0-9]{1,3})?)(?![0-9])(?! or )/i;
  const WORD = /[A-Za-z0-9_]{2,}/g;
  const BLANKS = /[ \t\n\r\f\v\xa0]+/g;
  const IN_WORD = /^[A-Za-z0-9_]$/;
  const RELEASE = /^[0-9]{1,4}(?:\.[0-9]{1,4}){1,3}/;
  const RENAMED = {XlaRuntimeError: "JaxRuntimeError"};
  const TYPED_HOLES = {
    where: /^[^\n]{1,1000}?:[0-9]{1,9}(?::[0-9]{1,9})?(?: \([^\n()]{0,1000}\))?$/,
    docs: /^https:\/\/[^ \t\n\r\f\v]{1,1000}$/,
    address: /^(?:0x[0-9a-f]{1,16}|[0-9]{12,16})$/,
    inner: /^[\s\S]{0,20000}?(?:Traceback \(most recent call last\)|File ")[\s\S]*$/,
  };

  const stripped = (text) => text.replace(/^[ \t]+/, "").replace(/[ \t]+$/, "");
  const blankStart = (text) => { for (const one of text) if (one !== " " && one !== "\t") return false; return true; };
  const rightStripped = (text, blanks = " \t") => {
    let end = text.length;
    while (end > 0 && blanks.includes(text[end - 1])) end -= 1;
    return text.slice(0, end);
  };
  const leftStripped = (text, blanks = " \t") => {
    let start = 0;
    while (start < text.length && blanks.includes(text[start])) start += 1;
    return text.slice(start);
  };
  const lastPart = (dotted) => dotted.slice(dotted.lastIndexOf(".") + 1);
  const place = (dotted) => dotted.slice(0, Math.max(0, dotted.lastIndexOf(".")));
  const anyEnd = (text, endings) => endings.some((one) => text.endsWith(one));
  const anyStart = (text, starts) => starts.some((one) => text.startsWith(one));

  /* raised.py */

  const clean = (text) => text
    .replace(SURROGATE, "\ufffd").replaceAll("\0", "\ufffd").replace(ANSI, "")
    .replaceAll("\r\n", "\n").replaceAll("\r", "\n");

  function linesOf(text) {
    return text.split("\n").map((line) => {
      const margin = MARGIN.exec(line);
      if (!margin) return line;
      line = rightStripped(line.slice(margin[0].length));
      if (anyStart(leftStripped(margin[0]), SIDES) && anyEnd(line, SIDES)) line = rightStripped(line.slice(0, -1));
      return line;
    });
  }

  function isClass(name, plain) {
    const last = lastPart(name);
    if (!/^[A-Z]/.test(last) || !/[a-z]/.test(last)) return false;
    return anyEnd(last, ENDINGS) || (!plain && !name.includes("<"));
  }

  function errorIn(line) {
    const head = line.slice(0, MOST_OF_LINE);
    for (const token of head.matchAll(NAME)) {
      const name = rightStripped(token[0], "."), end = token.index + token[0].length;
      const before = head.slice(0, token.index), atStart = blankStart(before);
      if (!isClass(name, !atStart) || !(end === line.length || line.startsWith(":", end))) continue;
      if (end === line.length && !atStart && !rightStripped(before).endsWith(":")) continue;
      if ((name === "Error" || anyEnd(name, WRAPPERS)) && end < line.length) continue;
      const after = line.slice(end + 1, end + 2);
      if (after && !blankStart(after)) continue;
      return [name, stripped(line.slice(end + 1))];
    }
    return null;
  }

  const endsMessage = (line) => anyStart(leftStripped(line), ENDS);

  function framesOf(lines) {
    const found = new Set();
    let tried = 0;
    for (let number = lines.length - 1; number >= 0 && tried < MOST_FRAMES; number -= 1) {
      const line = lines[number];
      if (!line.includes("jax") || line.length >= MOST_OF_LINE) continue;
      tried += 1;
      const frame = FRAME.exec(line);
      if (!frame) continue;
      let module = frame[1].replaceAll("\\", ".").replaceAll("/", ".");
      if (module.endsWith(".__init__")) module = module.slice(0, -9);
      if (module.startsWith("jax.jax.")) module = module.slice(4);
      found.add(`${module} ${lastPart(frame[2])}`);
    }
    return found;
  }

  function parse(lines) {
    const frames = framesOf(lines), found = [];
    let end = lines.length;
    for (let number = lines.length - 1; number >= 0; number -= 1) {
      const line = lines[number];
      if (endsMessage(line)) end = number;
      const start = errorIn(line);
      if (start === null) continue;
      const later = lines.slice(number + 1, Math.max(number + 1, Math.min(end, number + MOST_LINES)));
      const joined = [start[1], ...later].join("\n").slice(0, MOST_CHARACTERS);
      const message = leftStripped(rightStripped(joined, " \t\n"), " \t\n");
      found.push({exception: start[0], message, inline: start[1] !== "", frames});
      if (found.length === MOST_ERRORS) break;
    }
    return found;
  }

  function versionIn(lines) {
    for (const line of lines) {
      const found = line.toLowerCase().includes("jax") ? VERSION.exec(line.slice(0, MOST_OF_LINE)) : null;
      if (found) return found[1];
    }
    return null;
  }

  /* signature.py */

  function squeeze(text) {
    let lines = text.replace(BLANKS, (run) => (run.includes("\n") ? "\n" : " "));
    lines = leftStripped(rightStripped(lines, " \n"), " \n");
    return [lines.replaceAll("\n", " "), lines];
  }

  function template(text) {
    const literals = [], holes = [];
    let piece = "", end = 0;
    for (const token of text.matchAll(/\{\{|\}\}|\{([^{}]*)\}/g)) {
      piece += text.slice(end, token.index);
      end = token.index + token[0].length;
      if (token[1] === undefined) piece += token[0][0];
      else { literals.push(piece); holes.push(token[1]); piece = ""; }
    }
    literals.push(piece + text.slice(end));
    return {literals, holes, weight: literals.reduce((sum, one) => sum + [...one].length, 0)};
  }

  function fit(shape, text, lines, start = 0) {
    const {literals, holes} = shape;
    if (!text.startsWith(literals[0], start)) return null;
    const dead = new Set();
    const fill = (number, from) => {
      if (number === holes.length) {
        const broken = IN_WORD.test(literals.at(-1).slice(-1)) && IN_WORD.test(text.slice(from, from + 1));
        return broken ? null : [];
      }
      const key = number * (text.length + 1) + from;
      if (dead.has(key)) return null;
      const literal = literals[number + 1], form = TYPED_HOLES[holes[number]];
      const choiceMatters = holes.slice(number).some((hole) => hole in TYPED_HOLES);
      let end = literal ? text.indexOf(literal, from) : lines.indexOf("\n", from);
      if (!literal && end < 0) end = text.length;
      for (let tries = 0; end >= 0 && tries < MOST_ENDS; tries += 1) {
        if (!form || form.test(text.slice(from, end))) {
          const rest = fill(number + 1, end + literal.length);
          if (rest) return [text.slice(from, end), ...rest];
        }
        if (!literal || (!choiceMatters && number + 1 < holes.length)) break;
        end = text.indexOf(literal, end + 1);
      }
      dead.add(key);
      return null;
    };
    return fill(0, start + literals[0].length);
  }

  function fitted(shape, text) {
    let end = 0, count = 0;
    for (const [number, literal] of shape.literals.entries()) {
      const at = number ? text.indexOf(literal, end) : (text.startsWith(literal) ? 0 : -1);
      if (at < 0) break;
      end = at + literal.length;
      count += [...literal].length;
    }
    return count;
  }

  function sameClass(known, printed) {
    const knownLast = lastPart(known), last = lastPart(printed);
    if ((RENAMED[knownLast] || knownLast) !== (RENAMED[last] || last)) return false;
    if (!place(printed) || !place(known)) return !place(printed);
    const library = (dotted) => { const root = dotted.split(".")[0]; return root === "jaxlib" ? "jax" : root; };
    return library(known) === library(printed);
  }

  /* index.py */

  const words = (text) => text.match(WORD) || [];
  const literalWords = (shape) => shape.literals.reduce((sum, one) => sum + words(one).length, 0);

  function load(data) {
    if (data.format !== FORMAT) throw new Error(`index has format ${data.format}, this reader knows ${FORMAT}`);
    const table = new Map();
    const entries = data.entries.map((one) => {
      const entry = {
        id: one.id, slug: one.slug, title: one.title, summary: one.summary || "", status: one.status || "published",
        sites: one.sites || [], releases: one.releases || {}, signatures: [],
      };
      for (const each of one.signatures) {
        const signature = {exception: each.exception, shape: template(each.message)};
        entry.signatures.push(signature);
        if (!table.has(each.word)) table.set(each.word, []);
        table.get(each.word).push([entry, signature]);
      }
      return entry;
    });
    return {entries, table, primary: data.primary, site: data.site};
  }

  const trust = (entry) => (entry.status === "catalogue" ? 0 : 1);
  const rank = (match) => [trust(match.entry), match.weight, match.frames.length];
  const compare = (first, second) => first.reduce((seen, part, number) => seen || part - second[number], 0);
  const byId = (first, second) => (first.entry.id < second.entry.id ? -1 : 1);

  function matched(entry, signature, values, exception, frames, by = "message", weight = signature.shape.weight) {
    const holes = {};
    if (values) signature.shape.holes.forEach((hole, number) => { holes[hole] = values[number]; });
    return {
      entry, signature, holes, weight, exception, by,
      frames: entry.sites.filter(([module, name]) => frames.has(`${module} ${name}`)), near: "",
    };
  }

  function sure(shape, values, lines) {
    if (shape.weight >= SURE_CHARACTERS && literalWords(shape) >= SURE_WORDS) return true;
    const filled = shape.literals[0] + values.map((value, number) => value + shape.literals[number + 1]).join("");
    return filled === lines.split("\n", 1)[0];
  }

  function ranked(matches) {
    const best = new Map();
    for (const match of matches) {
      const known = best.get(match.entry.id);
      if (!known || compare(rank(match), rank(known)) > 0) best.set(match.entry.id, match);
    }
    return [...best.values()].sort((one, other) => compare(rank(other), rank(one)) || byId(one, other));
  }

  function fitting(index, error) {
    const [flat, lines] = squeeze(error.message);
    const found = [];
    for (const word of new Set(words(flat))) {
      for (const [entry, signature] of index.table.get(word) || []) {
        if (!sameClass(signature.exception, error.exception)) continue;
        const values = fit(signature.shape, flat, lines);
        if (values && sure(signature.shape, values, lines)) {
          found.push(matched(entry, signature, values, error.exception, error.frames));
        }
      }
    }
    return ranked(found);
  }

  function classBefore(flat, start) {
    const head = flat.slice(Math.max(0, start - 300), start);
    if (!head.endsWith(": ")) return null;
    const name = leftStripped(head.slice(0, -2).slice(head.slice(0, -2).lastIndexOf(" ") + 1), "([{\"'`");
    return isClass(name, true) ? name : null;
  }

  function loose(shape) {
    return shape.weight >= LOOSE_CHARACTERS && literalWords(shape) >= LOOSE_WORDS;
  }

  function lastIndexWithin(text, part, low, high) {
    const at = text.slice(low, high).lastIndexOf(part);
    return at < 0 ? -1 : low + at;
  }

  function foundIn(index, flat, lines) {
    const places = new Map(), found = [];
    for (const token of flat.matchAll(WORD)) {
      if (!index.table.has(token[0])) continue;
      if (!places.has(token[0])) places.set(token[0], []);
      places.get(token[0]).push(token.index);
    }
    for (const [word, at] of places) {
      for (const [entry, signature] of index.table.get(word)) {
        const first = signature.shape.literals[0];
        if (first.length < LOOSE_START) continue;
        const tried = new Set();
        for (const one of at.slice(-MOST_PLACES)) {
          const start = lastIndexWithin(flat, first, Math.max(0, one - BEFORE), one + first.length);
          if (start < 0 || tried.has(start) || (start > 0 && IN_WORD.test(flat[start - 1]))) continue;
          tried.add(start);
          const name = classBefore(flat, start);
          if (name && signature.exception && !sameClass(signature.exception, name)) continue;
          const values = fit(signature.shape, flat.slice(0, start + AFTER), lines.slice(0, start + AFTER), start);
          if (values && loose(signature.shape)) { found.push(matched(entry, signature, values, name, new Set())); break; }
        }
      }
    }
    return ranked(found);
  }

  function cutOff(index, errors) {
    const found = [];
    for (const error of errors.slice(0, 1)) {
      const whole = squeeze(error.message)[0], flat = rightStripped(whole, ".…");
      if (flat.length < CUT_CHARACTERS || words(flat).length < CUT_WORDS) continue;
      for (const entry of index.entries) {
        for (const signature of entry.signatures) {
          const literal = signature.shape.literals[0];
          const broken = literal.startsWith(flat) && (flat !== whole || IN_WORD.test(literal.slice(flat.length, flat.length + 1)));
          if (sameClass(signature.exception, error.exception) && broken) {
            found.push(matched(entry, signature, null, error.exception, error.frames, "cut", flat.length));
          }
        }
      }
    }
    return ranked(found);
  }

  function byClass(index, errors, flat) {
    const told = new Set(errors.filter((error) => error.inline).map((error) => error.exception));
    const named = new Set();
    for (const token of flat.slice(-MOST_CHARACTERS).match(NAME) || []) {
      const name = rightStripped(token, ".");
      if (isClass(name, true) && !told.has(name) && !sameClass("jax.errors.JaxRuntimeError", name)) named.add(name);
    }
    const sorted = [...named].sort(), found = [];
    for (const entry of index.entries) {
      for (const signature of entry.signatures) {
        if (!signature.exception.includes(".")) continue;
        const name = sorted.find((one) => sameClass(signature.exception, one));
        if (name) found.push(matched(entry, signature, null, name, new Set(), "class", 0));
      }
    }
    return ranked(found);
  }

  function nearMisses(index, errors) {
    const found = new Map();
    for (const error of errors.slice(0, 5)) {
      const [flat, lines] = squeeze(error.message);
      for (const entry of index.entries) {
        for (const signature of entry.signatures) {
          const count = fitted(signature.shape, flat);
          if (count < NEAR_CHARACTERS || count * 2 < signature.shape.weight) continue;
          const same = sameClass(signature.exception, error.exception);
          if (!same && !fit(signature.shape, flat, lines)) continue;
          const near = same ? "the text is the same up to here" : `it is raised as ${signature.exception}`;
          const known = found.get(entry.id);
          if (!known || known.weight < count) {
            found.set(entry.id, {
              entry, signature, holes: {}, weight: count, exception: error.exception, frames: [], by: "message", near,
            });
          }
        }
      }
    }
    return [...found.values()]
      .sort((one, other) => trust(other.entry) - trust(one.entry) || other.weight - one.weight || byId(one, other))
      .slice(0, MOST_NEAR);
  }

  /* release.py */

  const parts = (release) => ((RELEASE.exec(release) || [""])[0]);
  const key = (release) => parts(release).split(".").map(Number);
  function order(first, second) {
    const one = key(first), other = key(second);
    for (let number = 0; number < Math.min(one.length, other.length); number += 1) {
      if (one[number] !== other[number]) return one[number] - other[number];
    }
    return one.length - other.length;
  }

  function standing(entry, asked) {
    const ran = Object.keys(entry.releases).filter(parts).sort(order);
    if (!ran.length) return null;
    const wanted = asked && parts(asked) ? asked : ran.at(-1);
    const [major, minor] = key(wanted);
    const series = ran.filter((one) => key(one)[0] === major && key(one)[1] === minor);
    const older = ran.filter((one) => order(one, wanted) < 0);
    const pool = series.length ? series : older.length ? older : ran.slice(0, 1);
    const release = ran.includes(wanted) ? wanted : pool.at(-1);
    const [reproduced, reproducers, fixes, allFixes] = entry.releases[release];
    return {release, asked: wanted, error: reproducers > 0 && reproduced === reproducers, fixes, allFixes};
  }

  function answer(index, text, jax = null) {
    const lines = linesOf(clean(text));
    const errors = parse(lines);
    const [flat, kept] = squeeze(lines.join("\n"));
    let matches = [];
    for (const error of errors) {
      matches = fitting(index, error);
      if (matches.length) break;
    }
    if (!matches.length) matches = foundIn(index, flat, kept);
    for (const only of matches.length ? [] : [cutOff(index, errors), byClass(index, errors, flat)]) {
      if (!matches.length && only.length === 1) matches = only;
    }
    const near = matches.length ? [] : nearMisses(index, errors);
    jax = jax || versionIn(lines);
    for (const match of [...matches, ...near]) match.standing = standing(match.entry, jax);
    const best = matches.filter((one) => compare(rank(one), rank(matches[0])) === 0);
    return {jax, matches, near, best};
  }

  return {load, answer};
})();

if (typeof module === "object") module.exports = globalThis.jaxRunbooks;
