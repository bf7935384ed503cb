// Members of DOM elements that `contrasts` uses. The project is compiled without the DOM library.
interface PageElement {
  readonly parentElement: PageElement | null
  readonly childNodes: Iterable<{ readonly nodeType: number; readonly textContent: string | null }>
  readonly className: string | object
  readonly tagName: string
  checkVisibility(): boolean
}
interface PageGlobals {
  readonly document: {
    querySelectorAll(selector: string): Iterable<PageElement>
    createElement(name: 'canvas'): {
      getContext(kind: '2d'): {
        fillStyle: string
        fillRect(x: number, y: number, width: number, height: number): void
        clearRect(x: number, y: number, width: number, height: number): void
        getImageData(
          x: number,
          y: number,
          width: number,
          height: number,
        ): { readonly data: ArrayLike<number> }
      }
    }
  }
  getComputedStyle(
    this: void,
    element: PageElement,
  ): { readonly color: string; readonly backgroundColor: string }
}

/**
 * Returns the contrast of each visible text with its background, by WCAG 2. The function is self-contained, so that its
 * source can run in a page.
 */
export function contrasts(): { text: string; ratio: number }[] {
  const { document, getComputedStyle } = globalThis as unknown as PageGlobals
  const canvas = document.createElement('canvas').getContext('2d')
  const rgba = (colour: string): number[] => {
    canvas.clearRect(0, 0, 1, 1)
    canvas.fillStyle = colour
    canvas.fillRect(0, 0, 1, 1)
    return Array.from(canvas.getImageData(0, 0, 1, 1).data)
  }
  const luminance = ([red = 0, green = 0, blue = 0]: number[]): number => {
    const linear = (channel: number): number =>
      channel / 255 <= 0.040_45 ? channel / 255 / 12.92 : ((channel / 255 + 0.055) / 1.055) ** 2.4
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
  }
  const backgroundOf = (element: PageElement | null): number[] => {
    if (element === null) return [255, 255, 255]
    const colour = rgba(getComputedStyle(element).backgroundColor)
    return (colour[3] ?? 0) > 200 ? colour : backgroundOf(element.parentElement)
  }
  const ownText = (element: PageElement): string =>
    [...element.childNodes]
      .flatMap((node) => (node.nodeType === 3 ? [node.textContent ?? ''] : []))
      .join('')
      .trim()
  return [...document.querySelectorAll('body *')]
    .filter(
      (element) =>
        ownText(element) !== '' && element.checkVisibility() && typeof element.className === 'string',
    )
    .filter((element) => !['SCRIPT', 'STYLE', 'TEMPLATE', 'OPTION'].includes(element.tagName))
    .map((element) => {
      const [ink, paper] = [rgba(getComputedStyle(element).color), backgroundOf(element)].map(luminance) as [
        number,
        number,
      ]
      const ratio = (Math.max(ink, paper) + 0.05) / (Math.min(ink, paper) + 0.05)
      return { text: `${element.tagName}: ${ownText(element).slice(0, 40)}`, ratio }
    })
}
