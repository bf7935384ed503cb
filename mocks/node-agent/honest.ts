/** Returns the log of a container for which no log is scripted. */
export function logOf({ namespace, pod, container }: LogPlace): string {
  return `${namespace}/${pod}/${container} has nothing to tell\n`
}

/** Container whose log is requested. */
export interface LogPlace {
  readonly namespace: string
  readonly pod: string
  readonly container: string
}
