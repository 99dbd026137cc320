import { defined } from '../../converser/ground/json/defined.ts';
import { isJsonObject, type JsonValue } from '../../converser/ground/json/json.ts';
import { shortened } from '../../converser/ground/wording/cut-text.ts';
import { ReportedError } from '../../dialects/reported-error.ts';
import type { ServerEvent } from './read-events.ts';

export interface Report {
  readonly message: string;
  readonly code?: string | number;
  readonly type?: string;
}

/**
 * Throws a `ReportedError` where a server sent this in place of a reply or an event of its wire: vendors report
 * errors with status 200, each in fields of its own.
 */
export function refuseReport(value: JsonValue, { isWhole }: Pick<ServerEvent, 'isWhole'>): void {
  const report = reportIn(value);
  if (report !== undefined && (isWhole || tellsFailure(value))) throw new ReportedError(report);
  if (!isWhole) return;
  const sent = shortened(JSON.stringify(value), longestExcerpt);
  throw new ReportedError({ message: `its server didn’t send a reply, but ${sent}` });
}

/** In characters. */
const longestExcerpt = 200;

const deepest = 3;

/** Finds what a body says about an error, if it is one. */
export function reportIn(value: unknown, depth = deepest): Report | undefined {
  if (typeof value === 'string') return value.trim() === '' ? undefined : { message: value };
  if (depth === 0) return undefined;
  if (Array.isArray(value)) return reportIn(value[0], depth - 1);
  if (!isJsonObject(value)) return undefined;
  const type = isWords(value.type) ? value.type : undefined;
  const own = defined({ code: codeFields.map(field => value[field]).find(isCode), type });
  const message = messageFields.map(field => value[field]).find(isWords);
  if (message !== undefined) return { ...own, message };
  const inner = innerFields
    .map(field => reportIn(value[field], depth - 1))
    .find(found => found !== undefined);
  return inner && { ...own, ...inner };
}

const codeFields = ['code', 'status_code', 'error_code', 'errorCode', 'errcode', 'Code'];
const messageFields = ['message', 'msg', 'status_msg', 'error_msg', 'errorMessage', 'errmsg', 'Message'];
const innerFields = ['error', 'errors', 'base_resp', 'Response', 'Error', 'detail'];

function isCode(value: JsonValue | undefined): value is string | number {
  return typeof value === 'number' || (typeof value === 'string' && value !== '');
}

function isWords(value: JsonValue | undefined): value is string {
  return typeof value === 'string' && value.trim() !== '';
}

/** Events of kinds that are unknown yet may have words, too. */
function tellsFailure(value: unknown, depth = deepest): boolean {
  if (!isJsonObject(value) || depth === 0) return false;
  if (value.error || value.success === false || value.object === 'error' || value.type === 'error')
    return true;
  return (
    codeFields.some(field => isFailing(value[field])) ||
    innerFields.some(field => tellsFailure(value[field], depth - 1))
  );
}

function isFailing(code: JsonValue | undefined): boolean {
  return isCode(code) && !/^(?:0|2\d\d|ok|success\w*)$/i.test(`${code}`);
}
