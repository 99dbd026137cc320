import { type Disposable, type Listen, listeners } from '../../../converser/ground/async/listeners.ts';
import { commands, sidebarCommands } from '../../common/contributions.ts';
import type { Commands } from '../../common/vscode-command.ts';
import type { SidebarConversation } from '../conversation/sidebar-conversation.ts';
import type { SidebarPage } from '../sidebar-page.ts';
import type { SidebarView } from '../sidebar-view.ts';

export interface OpenPage extends Disposable {
  readonly page: SidebarPage;
  readonly conversation: SidebarConversation;
  readonly sidebar: SidebarView;
}

type Serve = (open: OpenPage) => Disposable;

/** The sidebar, and the tabs of the editors that show the same page. */
export class ConversationPages implements Disposable {
  readonly sidebar: OpenPage;
  readonly #changes = listeners<void>();
  readonly #served = new Map<OpenPage, Disposable[]>();
  readonly #services: Serve[] = [];
  #focused: OpenPage;

  constructor(sidebar: OpenPage) {
    this.sidebar = sidebar;
    this.#focused = sidebar;
    this.#served.set(sidebar, []);
    this.each(open =>
      open.page.onMessage(message => {
        if (message.type === 'focused') this.activate(open);
      }),
    );
  }

  get all(): readonly OpenPage[] {
    return [...this.#served.keys()];
  }

  /** Commands and keys mean the one that had the focus last. A hidden one isn't meant. */
  get active(): OpenPage {
    return this.#focused.page.isVisible ? this.#focused : this.sidebar;
  }

  /** Another one is active, or one has come or gone. */
  get onDidChange(): Listen<void> {
    return this.#changes.listen;
  }

  /** The ids of the conversations that you can see. */
  get visible(): readonly string[] {
    return this.all.flatMap(({ page, conversation }) => (page.isVisible ? [conversation.id] : []));
  }

  showing(id: string): OpenPage | undefined {
    return this.all.find(({ conversation }) => conversation.id === id);
  }

  activate(open: OpenPage): void {
    if (this.#focused === open) return;
    this.#focused = open;
    this.#changes.fire();
  }

  /** Serves each page, also those that open later, until it is gone. */
  each(serve: Serve): void {
    this.#services.push(serve);
    for (const [open, served] of this.#served) served.push(serve(open));
  }

  add(open: OpenPage): void {
    this.#served.set(
      open,
      this.#services.map(serve => serve(open)),
    );
    this.#changes.fire();
  }

  remove(open: OpenPage): void {
    for (const served of this.#served.get(open) ?? []) served.dispose();
    this.#served.delete(open);
    if (this.#focused === open) this.#focused = this.sidebar;
    open.dispose();
    this.#changes.fire();
  }

  dispose(): void {
    for (const open of this.all) this.remove(open);
  }
}

/** Commands about the page that is active when they are run, and those of the sidebar's title about the sidebar. */
export function onPages(
  pages: Pick<ConversationPages, 'sidebar' | 'active'>,
  commandsOn: (open: OpenPage) => Commands,
): Commands {
  const ofSidebar = commandsOn(pages.sidebar);
  const names = Object.keys(ofSidebar);
  const titled = Object.entries(sidebarCommands).flatMap(([name, id]) => {
    const run = ofSidebar[commands[name as keyof typeof sidebarCommands]];
    return run === undefined ? [] : [[id, run] as const];
  });
  return {
    ...Object.fromEntries(titled),
    ...Object.fromEntries(
      names.map(name => [name, async (...given) => commandsOn(pages.active)[name]?.(...given)]),
    ),
  };
}
