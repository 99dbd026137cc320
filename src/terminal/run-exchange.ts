import type { Host } from '../converser/ground/host.ts';
import { readBytes } from '../files/read-regular-file.ts';
import { importConversation } from '../house/exchange/import-conversation.ts';
import { exportConversation } from '../store/exchange/export-conversation.ts';
import { largestImport } from '../store/imported.ts';
import type { ExportOptions, ImportOptions } from './command-line/command-line.ts';
import { findStored, storeOf } from './conversation/kept-conversation.ts';

export async function runExport({ roots, id, form }: ExportOptions, host: Host): Promise<number> {
  const store = storeOf(roots);
  const found = await findStored(store, id);
  const exported = await exportConversation(found.id, form, { store, secrets: host.secrets });
  if (exported === undefined) throw new Error(`Conversation ${found.id} is empty.`);
  process.stdout.write(exported.text);
  if (exported.hidesSecrets) host.alerts.warn('The secrets that Converser knows are hidden in it.');
  return 0;
}

export async function runImport({ roots, file }: ImportOptions, host: Host): Promise<number> {
  const bytes = await readBytes(file, { most: largestImport, followsLinks: true });
  const { id, message } = await importConversation(bytes, { store: storeOf(roots), host });
  process.stdout.write(`${message}\nTo go on: converse --resume ${id}\n`);
  return 0;
}
