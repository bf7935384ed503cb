/** Returns all elements that match a selector, in the order of the page. */
export function elements(selector: string, root: ParentNode = document): HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>(selector)]
}

/** Returns an existing element of the page, with its expected type. */
export function byId<ElementType extends HTMLElement>(
  id: string,
  elementType: new () => ElementType,
): ElementType {
  const element = document.getElementById(id)
  if (!(element instanceof elementType)) throw new Error(`The page has no ${elementType.name} #${id}.`)
  return element
}

/** Returns the element of an event. */
export function targetOf(event: Event): Element | null {
  return event.target instanceof Element ? event.target : null
}
