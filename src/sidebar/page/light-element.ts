import { LitElement } from 'lit';

/** Has no shadow root, so that the icon font, the style sheet, labels and arrow keys reach all components. */
export class LightElement extends LitElement {
  protected override createRenderRoot(): HTMLElement {
    return this;
  }
}
