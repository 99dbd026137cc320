export function resolveLinks(document: Document, address: string): void {
  const base = webUrl(document.querySelector('base[href]')?.getAttribute('href'), address) ?? address;
  for (const link of document.querySelectorAll('a[href]')) setOrRemove(link, 'href', base);
  for (const image of document.querySelectorAll('img')) {
    setOrRemove(image, 'src', base);
    if (!image.hasAttribute('src')) image.remove();
  }
}

function setOrRemove(element: Element, name: 'href' | 'src', base: string): void {
  const resolved = webUrl(element.getAttribute(name), base);
  if (resolved === undefined) element.removeAttribute(name);
  else element.setAttribute(name, resolved);
}

function webUrl(written: string | null | undefined, base: string): string | undefined {
  const url = URL.parse(written ?? '', base);
  if (url === null || written === null) return undefined;
  return url.protocol === 'https:' || url.protocol === 'http:' || url.protocol === 'mailto:'
    ? url.href
    : undefined;
}
