/** All elements that match a selector, in the order of the page. */
export function all(selector: string, root: ParentNode = document): HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>(selector)]
}

/** An element that the page is known to have, of the sort that it is known to be. */
export function byId<Sort extends HTMLElement>(id: string, sort: new () => Sort): Sort {
  const element = document.getElementById(id)
  if (!(element instanceof sort)) throw new Error(`The page has no ${sort.name} #${id}.`)
  return element
}

/** The element in which something happened. */
export function targetOf(event: Event): Element | null {
  return event.target instanceof Element ? event.target : null
}
