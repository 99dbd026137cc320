import { sendToHost } from '../page/send-to-host.ts';
import { pictureOf } from './picture.ts';

/** More than any model takes; and no more at a time than one means. */
const most = { bytes: 50_000_000, files: 20 } as const;

export function takePasted(event: ClipboardEvent, host: HTMLElement): void {
  const { clipboardData } = event;
  const files = [...(clipboardData?.files ?? [])];
  // Spreadsheets and word processors add a picture of what they copy as text.
  if (files.length === 0 || clipboardData?.getData('text/plain').trim()) return;
  event.preventDefault();
  void hold(files, host);
}

export function allowDrop(event: DragEvent): void {
  const types = event.dataTransfer?.types ?? [];
  if (!types.some(type => type === 'Files' || addressTypes.includes(type))) return;
  event.preventDefault();
  if (event.dataTransfer !== null) event.dataTransfer.dropEffect = 'copy';
}

/** The first is what VS Code's explorer and tabs give, with one address a line as the second has them. */
const addressTypes = ['application/vnd.code.uri-list', 'text/uri-list'];

export function takeDropped(event: DragEvent, host: HTMLElement): void {
  const { dataTransfer } = event;
  if (dataTransfer === null) return;
  const addresses = addressTypes.map(type => dataTransfer.getData(type)).find(text => text !== '') ?? '';
  const uris = addresses
    .split(/\r?\n/)
    .filter(line => /^(file|vscode-remote|vscode-vfs):/.test(line))
    .slice(0, most.files);
  const files = [...dataTransfer.files];
  if (uris.length === 0 && files.length === 0) return;
  event.preventDefault();
  if (uris.length > 0) sendToHost(host, { type: 'mention', uris });
  else void hold(files, host);
}

/** One after the other, so that they are named in their order. */
async function hold(files: readonly File[], host: HTMLElement): Promise<void> {
  for (const file of files.slice(0, most.files)) {
    if (file.size > most.bytes) continue;
    const picture = await pictureOf(file).catch(() => undefined);
    const { bytes, ...shown } = picture ?? { bytes: new Uint8Array(await file.arrayBuffer()) };
    sendToHost(host, { type: 'hold', name: file.name || 'pasted', bytes, ...shown });
  }
}
