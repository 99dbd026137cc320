import type { JsonValue } from '../../converser/ground/json/json.ts';
import type { FormField } from '../../converser/words/ensemble/form-field.ts';
import type { Person } from '../../converser/words/ensemble/person.ts';
import type {
  Elicitor,
  FormAnswer,
  FormQuestion,
  PageQuestion,
} from '../../ensembles/mcp/elicitation/elicitor.ts';
import { indented, inOneLine } from '../render/printable.ts';
import { type AskLine, askLines, isYes } from './ask-lines.ts';
import { fieldPrompt, readField } from './read-field.ts';
import type { Terminal } from './terminal.ts';

export function createTerminalElicitor(openTerminal: () => Terminal | undefined): Elicitor {
  const cancelled = { action: 'cancel' } as const;
  return {
    async form(question, signal) {
      const terminal = openTerminal();
      if (terminal === undefined) return cancelled;
      return askLines(terminal, signal, ask => askForm(question, ask));
    },
    async page(question, signal) {
      const terminal = openTerminal();
      if (terminal === undefined) return 'cancel';
      return askLines(terminal, signal, ask => askPage(question, ask));
    },
  };
}

/** After this many wrong answers to one field, the form counts as dismissed. */
const mostAttempts = 3;

async function askForm(
  { server, message, fields, complaint }: FormQuestion,
  ask: AskLine,
): Promise<FormAnswer> {
  const problem = complaint === undefined ? '' : `\n  This doesn’t fit the form: ${inOneLine(complaint)}.`;
  const start = `\n? MCP server ${inOneLine(server)} asks:\n  ${indented(message)}${problem}\n`;
  const whether = await ask(`${start}  Answer? What you type is sent to the server. [yes/no] `);
  if (whether === undefined) return { action: 'cancel' };
  if (!isYes(whether)) return { action: 'decline' };
  return askFields(fields, ask);
}

async function askFields(fields: readonly FormField[], ask: AskLine): Promise<FormAnswer> {
  const content: Record<string, JsonValue> = {};
  for (const field of fields) {
    let expected = '';
    for (let attempt = 0; ; attempt++) {
      const line = attempt < mostAttempts ? await ask(`${expected}${fieldPrompt(field)}`) : undefined;
      if (line === undefined) return { action: 'cancel' };
      const read = readField(field, line);
      if (read.kind === 'value') content[field.name] = read.value;
      if (read.kind !== 'wrong') break;
      expected = `  Enter ${read.expected}.\n`;
    }
  }
  return { action: 'accept', content };
}

async function askPage({ server, message, page }: PageQuestion, ask: AskLine) {
  const answer = await ask(
    `\n? MCP server ${inOneLine(server)} wants to open a page in your browser:\n  ${indented(message)}\n  ${page.href}\n  Open it? [yes/no] `,
  );
  if (answer === undefined) return 'cancel';
  return isYes(answer) ? 'accept' : 'decline';
}

export function createTerminalPerson(openTerminal: () => Terminal | undefined): Person {
  let terminal: Terminal | undefined;
  return {
    async ask({ message, fields }, signal) {
      terminal ??= openTerminal();
      if (terminal === undefined) return { action: 'absent' };
      const { output } = terminal;
      return askLines(terminal, signal, ask => {
        output.write(`\n? The model asks:\n${message === '' ? '' : `  ${indented(message)}\n`}`);
        return askFields(fields, ask);
      });
    },
  };
}
