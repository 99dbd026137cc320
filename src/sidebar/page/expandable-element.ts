import type { PropertyValues } from 'lit';
import { LightElement, reactive } from './light-element.ts';
import type { PageMemory } from './page-memory.ts';

/** What you have opened is open again when it is drawn anew. */
export class ExpandableElement extends LightElement {
  static override properties = reactive('name', 'memory', 'expanded');
  /** The memory knows it by this. */
  declare name: string;
  declare memory: PageMemory;
  declare expanded: boolean;

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has('memory') || changed.has('name')) this.expanded = this.memory.isExpanded(this.name);
  }

  protected expand(expanded: boolean): void {
    this.expanded = expanded;
    this.memory.setExpanded(this.name, expanded);
  }

  protected readonly toggle = (event: Event): void => {
    // A disclosure of the browser's would open by itself.
    event.preventDefault();
    this.expand(!this.expanded);
  };
}
