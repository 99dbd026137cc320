import { LitElement, type PropertyDeclarations } from 'lit';

/** Has no shadow root, so that the icon font, the style sheet, labels and arrow keys reach all components. */
export class LightElement extends LitElement {
  protected override createRenderRoot(): HTMLElement {
    return this;
  }
}

/** Elements are updated when one of these is set, which no attribute does. */
export function reactive(...names: readonly string[]): PropertyDeclarations {
  return Object.fromEntries(names.map(name => [name, { attribute: false }]));
}
