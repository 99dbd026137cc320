import * as vscode from 'vscode';
import { reasonOf } from '../../converser/ground/errors.ts';
import { mostAttached } from '../../converser/turn/attachments/attachment.ts';
import { bytesKind, checkSize, cutText } from '../../converser/turn/attachments/bytes-attachment.ts';
import type { Prompt } from '../../converser/turn/converse-options.ts';
import { type Content, text } from '../../converser/words/canister/content.ts';
import type { ReadLabel } from '../../converser/words/labels/label.ts';
import { type AttachedFile, type LabelOfAttached, shownUri } from '../attachments/attached-file.ts';
import { escapeMarkdown, inlineCode } from '../common/markdown.ts';
import { readSaved } from '../workspace/read-saved.ts';

export interface ReferenceOptions {
  readonly complain: (message: string) => void;
  readonly labelOf: LabelOfAttached;
  readonly signal: AbortSignal;
}

export async function referencedDocuments(
  references: readonly vscode.ChatPromptReference[],
  { complain, labelOf, signal }: ReferenceOptions,
): Promise<Required<Pick<Prompt, 'documents' | 'labels'>>> {
  const documents: Content[] = [];
  const labelled = new Map<Content, ReadLabel>();
  for (const reference of references) {
    if (signal.aborted) break;
    try {
      for (const { content, file } of await documentOf(reference)) {
        const label = file && (await labelOf(file));
        documents.push(content);
        if (label !== undefined) labelled.set(content, label);
      }
    } catch (cause) {
      complain(`Couldn’t attach ${inlineCode(reference.id)}: ${escapeMarkdown(reasonOf(cause))}\n\n`);
    }
  }
  return { documents, labels: labelled };
}

interface Attached {
  readonly content: Content;
  readonly file?: AttachedFile;
}

async function documentOf({
  value,
  modelDescription,
}: vscode.ChatPromptReference): Promise<readonly Attached[]> {
  if (typeof value === 'string')
    return [{ content: text(modelDescription === undefined ? value : `${modelDescription}\n${value}`) }];
  if (value instanceof vscode.Uri) return [await fileContent(value)];
  if (value instanceof vscode.Location) return [await selectionContent(value)];
  if (isSymbol(value)) return [await selectionContent(value.location)];
  if (isBinary(value)) return [{ content: await binaryContent(value) }];
  if (isProblems(value)) return await problemsContent(value);
  // References to tools and participants have no value.
  if (value === undefined || value === null) return [];
  throw new Error('Converser can’t read this kind of attachment. Attach the file instead.');
}

/** VS Code passes this for a pasted image, but its class is not part of the stable API. */
interface BinaryData {
  readonly mimeType: string;
  data(): Thenable<Uint8Array>;
}

function isBinary(value: unknown): value is BinaryData {
  if (typeof value !== 'object' || value === null) return false;
  const { mimeType, data } = value as Partial<BinaryData>;
  return typeof mimeType === 'string' && typeof data === 'function';
}

function isSymbol(value: unknown): value is { readonly location: vscode.Location } {
  return (
    typeof value === 'object' &&
    value !== null &&
    'location' in value &&
    value.location instanceof vscode.Location
  );
}

async function binaryContent(value: BinaryData): Promise<Content> {
  return bytesContent(await value.data(), value.mimeType) ?? refuse(value.mimeType);
}

function bytesContent(bytes: Uint8Array, mimeType: string, uri = 'attached.pdf'): Content | undefined {
  const kind = bytesKind(bytes) ?? (/^image\//.test(mimeType) ? 'image' : undefined);
  if (kind === undefined) return undefined;
  checkSize(kind, bytes.length);
  if (kind === 'pdf') return { type: 'resource', uri, mimeType: 'application/pdf', bytes };
  return { type: 'image', mimeType, bytes };
}

function refuse(mimeType: string): never {
  throw new Error(`${mimeType} is neither an image nor a PDF. Attach the file instead.`);
}

const shownType = /\.(png|jpe?g|gif|webp|pdf)$/i;

async function fileContent(uri: vscode.Uri): Promise<Attached> {
  const stat = await vscode.workspace.fs.stat(uri);
  if ((stat.type & vscode.FileType.Directory) !== 0) return { content: await folderContent(uri) };
  const extension = shownType.exec(uri.path)?.[1]?.toLowerCase();
  if (extension !== undefined) {
    checkSize(extension === 'pdf' ? 'pdf' : 'image', stat.size);
    const bytes = await readSaved(uri);
    const mimeType =
      extension === 'pdf' ? 'application/pdf' : `image/${extension === 'jpg' ? 'jpeg' : extension}`;
    const content = bytesContent(bytes, mimeType, shownUri(uri)) ?? refuse(shownUri(uri));
    return { content, file: { uri, text: '' } };
  }
  const document = await vscode.workspace.openTextDocument(uri);
  const text = document.getText();
  return { content: resource(shownUri(uri), text), file: { uri, text } };
}

async function folderContent(uri: vscode.Uri): Promise<Content> {
  const entries = await vscode.workspace.fs.readDirectory(uri);
  const names = entries
    .map(([name, type]) => ((type & vscode.FileType.Directory) !== 0 ? `${name}/` : name))
    .sort();
  return resource(shownUri(uri), names.join('\n'));
}

async function selectionContent({ uri, range }: vscode.Location): Promise<Attached> {
  const document = await vscode.workspace.openTextDocument(uri);
  const lines = `#L${range.start.line + 1}-L${range.end.line + 1}`;
  return {
    content: resource(`${shownUri(uri)}${lines}`, document.getText(range)),
    file: { uri, text: document.getText() },
  };
}

function resource(uri: string, content: string): Content {
  const isCut = content.length > mostAttached.characters;
  return { type: 'resource', uri, mimeType: 'text/plain', text: isCut ? cutText(content) : content };
}

/** VS Code passes this for problems, but its class is not part of the stable API. */
interface Problems {
  readonly diagnostics: readonly (readonly [vscode.Uri, readonly vscode.Diagnostic[]])[];
}

function isProblems(value: unknown): value is Problems {
  return (
    typeof value === 'object' && value !== null && 'diagnostics' in value && Array.isArray(value.diagnostics)
  );
}

const mostFilesWithProblems = 50;
const mostProblems = 100;

/** Each file gets a document, since each has its own label. */
async function problemsContent({ diagnostics }: Problems): Promise<readonly Attached[]> {
  return Promise.all(
    diagnostics.slice(0, mostFilesWithProblems).map(async ([uri, problems]) => {
      const lines = problems
        .slice(0, mostProblems)
        .map(
          ({ range, severity, message }) =>
            `line ${range.start.line + 1}: ${vscode.DiagnosticSeverity[severity].toLowerCase()}: ${message}`,
        );
      const document = await vscode.workspace.openTextDocument(uri);
      const content = resource(shownUri(uri), `Problems in ${shownUri(uri)}:\n${lines.join('\n')}`);
      return { content, file: { uri, text: document.getText() } };
    }),
  );
}
