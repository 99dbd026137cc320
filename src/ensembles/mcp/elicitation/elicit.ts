import type {
  ElicitRequestFormParams,
  ElicitRequestURLParams,
  ElicitResult,
} from '@modelcontextprotocol/client';
import { defined } from '../../../converser/ground/json/defined.ts';
import type { Asked, ServerHandlers } from '../connection/connection-ports.ts';
import { webPage } from '../web-page.ts';
import type { Elicitor } from './elicitor.ts';
import { readAnswer } from './read-elicited.ts';
import { readForm } from './read-form.ts';

export interface ElicitPorts {
  readonly elicitor: Elicitor;
  /** Gets only http and https addresses, after you have agreed to exactly this one. */
  readonly openBrowser: (page: URL) => Promise<void>;
}

const mostOpen = 5;

/** Answers questions of both generations of the protocol. Those beyond `mostOpen` are cancelled without being shown. */
export function createElicit(ports: ElicitPorts): NonNullable<ServerHandlers['elicit']> {
  const open = new Map<string, number>();
  return async (params, asked) => {
    const { name } = asked.definition;
    const count = open.get(name) ?? 0;
    if (asked.signal.aborted || count >= mostOpen) return { action: 'cancel' };
    open.set(name, count + 1);
    try {
      return await (params.mode === 'url' ? askPage(params, asked, ports) : askForm(params, asked, ports));
    } finally {
      open.set(name, (open.get(name) ?? 1) - 1);
    }
  };
}

const mostAttempts = 5;

/** Invariant: only values of the form's fields are sent, and only if they fit its schema. */
async function askForm(
  { message, requestedSchema }: ElicitRequestFormParams,
  { definition, signal }: Asked,
  { elicitor }: ElicitPorts,
): Promise<ElicitResult> {
  const server = definition.title ?? definition.name;
  let fields = readForm(requestedSchema);
  let complaint: string | undefined;
  for (let attempt = 0; attempt < mostAttempts && !signal.aborted; attempt++) {
    const answer = await elicitor.form(defined({ server, message, fields, complaint }), signal);
    if (answer.action !== 'accept') return { action: answer.action };
    const read = await readAnswer(answer.content, requestedSchema);
    if (read.complaint === undefined)
      return { action: 'accept', content: read.content as ElicitResult['content'] };
    complaint = read.complaint;
    fields = readForm(requestedSchema, read.content);
  }
  return { action: 'cancel' };
}

async function askPage(
  { message, url }: ElicitRequestURLParams,
  { definition, signal }: Asked,
  { elicitor, openBrowser }: ElicitPorts,
): Promise<ElicitResult> {
  const page = webPage(url);
  const action = await elicitor.page({ server: definition.title ?? definition.name, message, page }, signal);
  if (action === 'accept' && !signal.aborted) await openBrowser(page);
  return { action: signal.aborted ? 'cancel' : action };
}
