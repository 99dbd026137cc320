import * as vscode from 'vscode';
import { type Disposable, type Listen, listeners } from '../../converser/ground/async/listeners.ts';
import type { Log } from '../../converser/ground/ports.ts';
import { countText } from '../../converser/ground/wording/numbers.ts';
import type { FindInPage, FromPage, ToPage } from '../../sidebar/protocol.ts';
import { parseFromPage } from './sidebar-messages.ts';

const waitsForPage: readonly ToPage['type'][] = ['compose', 'add', 'insert', 'focus', 'find'];

/** A view of the sidebar, or a tab of the editors. */
export interface PagePlace {
  readonly webview: vscode.Webview;
  readonly visible: boolean;
  readonly isEditor?: boolean;
  readonly onDidChangeVisibility: vscode.Event<unknown>;
  readonly onDidDispose: vscode.Event<unknown>;
  badge?: vscode.ViewBadge | undefined;
}

export interface SidebarPageOptions {
  readonly extensionUri: vscode.Uri;
  readonly log: Log;
  /** Shows the page where it is, and gives it the focus. */
  readonly reveal: () => Promise<void>;
}

/** VS Code discards the page when it is hidden, and the page reports that it is ready when shown again. */
export class SidebarPage implements Disposable {
  readonly #options: SidebarPageOptions;
  readonly #ready = listeners<void>();
  readonly #messages = listeners<FromPage>();
  #view: PagePlace | undefined;
  #isReady = false;
  #waiting: ToPage[] = [];
  #unseen = 0;

  constructor(options: SidebarPageOptions) {
    this.#options = options;
  }

  get isReady(): boolean {
    return this.#isReady;
  }

  /** Also true before the page has loaded. */
  get isVisible(): boolean {
    return this.#view?.visible === true;
  }

  get onDidBecomeReady(): Listen<void> {
    return this.#ready.listen;
  }

  get onMessage(): Listen<FromPage> {
    return this.#messages.listen;
  }

  /** Shows on Converser's icon how many answers wait for you to see them. */
  showUnseen(count: number): void {
    this.#unseen = count;
    if (this.#view === undefined) return;
    const tooltip = countText(count, 'new answer');
    this.#view.badge = count === 0 ? undefined : { value: count, tooltip };
  }

  show(view: PagePlace): void {
    const { extensionUri } = this.#options;
    this.#view = view;
    this.showUnseen(this.#unseen);
    this.#isReady = false;
    view.webview.options = { enableScripts: true, localResourceRoots: [extensionUri] };
    const subscriptions = vscode.Disposable.from(
      view.webview.onDidReceiveMessage((raw: unknown) => this.#receive(raw)),
      view.onDidChangeVisibility(() => {
        if (!view.visible) this.#lose(view);
      }),
      view.onDidDispose(() => {
        this.#lose(view);
        if (this.#view === view) this.#view = undefined;
        subscriptions.dispose();
      }),
    );
    view.webview.html = sidebarHtml(view, extensionUri);
  }

  reveal(): Promise<void> {
    return this.#options.reveal();
  }

  compose(text: string): void {
    this.post({ type: 'compose', text });
  }

  add(text: string): void {
    this.post({ type: 'add', text });
  }

  insert(text: string): void {
    this.post({ type: 'insert', text });
  }

  /** Leads to the field. */
  async focus(): Promise<void> {
    await this.reveal();
    this.post({ type: 'focus' });
  }

  find(sought: Omit<FindInPage, 'type'>): void {
    this.post({ type: 'find', ...sought });
  }

  post(message: ToPage): void {
    if (this.#isReady) void this.#view?.webview.postMessage(message);
    else if (waitsForPage.includes(message.type)) this.#waiting.push(message);
  }

  dispose(): void {
    this.#waiting = [];
  }

  #lose(view: PagePlace): void {
    if (this.#view === view) this.#isReady = false;
  }

  #receive(raw: unknown): void {
    const message = parseFromPage(raw);
    if (message === undefined)
      this.#options.log.warn('The sidebar’s page sent a message that Converser does not know.');
    else if (message.type === 'ready') this.#becomeReady();
    else this.#messages.fire(message);
  }

  #becomeReady(): void {
    this.#isReady = true;
    this.#ready.fire();
    for (const message of this.#waiting.splice(0)) this.post(message);
  }
}

/** Only our own script runs, and nothing is fetched from outside the extension. */
function sidebarHtml({ webview, isEditor = false }: PagePlace, extensionUri: vscode.Uri): string {
  const asset = (...path: string[]) =>
    webview.asWebviewUri(vscode.Uri.joinPath(extensionUri, ...path)).toString();
  const nonce = crypto.randomUUID();
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    // Mermaid measures with styles of its own. Nothing is fetched, so they can't leak anything.
    `style-src ${webview.cspSource} 'unsafe-inline'`,
    `font-src ${webview.cspSource}`,
    `img-src ${webview.cspSource} data: blob:`,
  ].join('; ');
  return `<!DOCTYPE html>
<html lang="en"${isEditor ? ' class="in-editor"' : ''}>
  <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="${policy}">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Converser</title>
    <link rel="stylesheet" id="vscode-codicon-stylesheet" href="${asset('dist', 'codicon.css')}">
    <link rel="stylesheet" href="${asset('media', 'sidebar.css')}">
    <link rel="stylesheet" href="${asset('media', 'answers.css')}">
  </head>
  <body>
    <converser-sidebar></converser-sidebar>
    <script type="module" nonce="${nonce}" src="${asset('dist', 'sidebar.js')}"></script>
  </body>
</html>`;
}
