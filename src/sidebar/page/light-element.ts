import { LitElement } from 'lit';

/**
 * A component without a shadow root: the icon font and one style sheet reach all of them, labels and
 * descriptions may refer to each other, and the arrow keys find the next row wherever it is.
 */
export class LightElement extends LitElement {
  protected override createRenderRoot(): HTMLElement {
    return this;
  }
}
