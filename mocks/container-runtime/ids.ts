import { randomBytes } from 'node:crypto'
import { GrpcError } from '../grpc/status.ts'

const idBytes = 32
const minDigits = 4

/** Returns a new id in the form of runtimes: 64 hex digits. */
export function newId(): string {
  return randomBytes(idBytes).toString('hex')
}

/** Objects of a runtime, by id. */
export class ById<Thing extends { readonly id: string }> {
  readonly #kindName: string
  readonly #objects = new Map<string, Thing>()

  /** @param kindName name of the objects in error messages */
  constructor(kindName: string) {
    this.#kindName = kindName
  }

  /** All objects, oldest first. */
  get all(): readonly Thing[] {
    return [...this.#objects.values()]
  }

  /** Returns the object with an id, or with a unique prefix of an id, as users of `crictl` type it. */
  find(id: string): Thing | undefined {
    const match = this.#objects.get(id)
    if (match !== undefined || id.length < minDigits) return match
    const prefixMatches = this.all.filter((object) => object.id.startsWith(id))
    return prefixMatches.length === 1 ? prefixMatches[0] : undefined
  }

  /** Returns the object with an id; throws `GrpcError` (NOT_FOUND) if there is none. */
  get(id: string): Thing {
    const object = this.find(id)
    if (object === undefined) throw new GrpcError('NOT_FOUND', `there is no ${this.#kindName} ${id}`)
    return object
  }

  set(thing: Thing): void {
    this.#objects.set(thing.id, thing)
  }

  delete(id: string): void {
    this.#objects.delete(id)
  }
}

/** Reports whether labels match all labels of a selector. */
export function matchesSelector(
  selector: Readonly<Record<string, string>> | undefined,
  labels: Readonly<Record<string, string>>,
): boolean {
  return Object.entries(selector ?? {}).every(([name, value]) => labels[name] === value)
}
