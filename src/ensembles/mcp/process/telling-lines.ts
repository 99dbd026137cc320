/** In lines. A crash with its stack, or an error with a usage text, has fewer. */
const mostKept = 60;

const mostFaults = 3;
const mostLast = 5;

export interface TellingLines {
  add(line: string): void;
  list(): readonly string[];
}

/** The fault often stands before a stack trace or a usage text, so its first lines are kept as well as the last. */
export function tellingLines(): TellingLines {
  const recent: string[] = [];
  return {
    add(line) {
      if (line.trim() === '') return;
      recent.push(line);
      if (recent.length > mostKept) recent.shift();
    },
    list() {
      const last = recent.slice(-mostLast);
      const faults = recent.slice(0, -mostLast).filter(looksLikeFault).slice(0, mostFaults);
      return faults.length === 0 ? last : [...faults, '…', ...last];
    },
  };
}

function looksLikeFault(line: string): boolean {
  return faulty.test(line) && !harmless.test(line);
}

const faulty =
  /(?:error|exception)\b|\b(?:fatal|panic(?:ked)?|failed|failure|cannot|can't|could not|couldn't|unable to|not found|no such|missing|denied|invalid|unauthorized|required|must be)\b/i;

const harmless = /^\s*(?:at |\.\.\. |Node\.js v)|\bwarn(?:ing)?\b|\b(?:0|no) errors?\b/i;
