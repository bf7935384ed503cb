import { setTimeout as pause } from 'node:timers/promises'
import type { Api, ApiObject } from '../api.ts'
import { keyOf, listAt, mapAt, textAt } from '../object.ts'
import { collection, type Resource } from './resources.ts'

/**
 * Change that an informer reports: the current and the previous object. One of them is missing if the object was
 * created or deleted.
 */
export interface Change {
  readonly now?: ApiObject
  readonly before?: ApiObject
  /** True for a resync: nothing has changed, and the object is reported again so that no work is missed. */
  readonly again?: true
}

type Listener = (change: Change) => void

// Delay before the next watch, in milliseconds, so that watches that end at once do not cause a request storm.
const relistDelayMs = 500

/** Keeps the current state of all objects of a resource. */
export class Informer {
  readonly #api: Api
  readonly #path: string
  readonly #objects = new Map<string, ApiObject>()
  readonly #listeners: Listener[] = []
  readonly #syncCallbacks: (() => void)[] = []
  #version = ''

  /** @param resyncMs interval after which all objects are reported again */
  constructor(api: Api, resource: Resource, resyncMs: number) {
    this.#api = api
    this.#path = collection(resource)
    void this.#follow()
    const timer = setInterval(() => this.#tellAll(), Math.min(resyncMs, maxTimerMs))
    timer.unref()
  }

  /** All objects, by namespace and name. */
  get all(): readonly ApiObject[] {
    return [...this.#objects.values()]
  }

  get(key: string): ApiObject | undefined {
    return this.#objects.get(key)
  }

  /** Reports whether the first list has been received. */
  get isSynced(): boolean {
    return this.#version !== ''
  }

  /** Reports every change from now on. Existing objects are reported as changes first. */
  listen(listener: Listener): void {
    this.#listeners.push(listener)
    for (const object of this.all) listener({ now: object })
  }

  /** Resolves when the first list has been received. */
  async synced(): Promise<void> {
    if (!this.isSynced) await new Promise<void>((resolve) => this.#syncCallbacks.push(resolve))
  }

  async #follow(): Promise<void> {
    for (;;) {
      try {
        // Sequential: the watch starts where the list ended.
        if (this.#version === '') await this.#list()
        await this.#watch()
      } catch {
        this.#version = ''
      }
      await pause(relistDelayMs)
    }
  }

  async #list(): Promise<void> {
    const { status, object } = await this.#api.send('GET', this.#path)
    if (status !== 200) throw new Error(`the list was answered ${status}`)
    const missingKeys = new Set(this.#objects.keys())
    for (const listedObject of listAt(object, 'items')) {
      missingKeys.delete(keyOf(listedObject))
      this.#put(listedObject)
    }
    for (const key of missingKeys) this.#remove(key)
    this.#version = textAt(object, 'metadata.resourceVersion')
    for (const resolve of this.#syncCallbacks.splice(0)) resolve()
  }

  async #watch(): Promise<void> {
    await this.#api.watch(
      `${this.#path}?watch=true&allowWatchBookmarks=true&resourceVersion=${this.#version}`,
      (event) => {
        const object = mapAt(event, 'object')
        if (event['type'] === 'ERROR') {
          this.#version = ''
          return
        }
        this.#version = textAt(object, 'metadata.resourceVersion') || this.#version
        if (event['type'] === 'DELETED') this.#remove(keyOf(object))
        else if (event['type'] !== 'BOOKMARK') this.#put(object)
      },
    )
  }

  #put(now: ApiObject): void {
    const previousObject = this.#objects.get(keyOf(now))
    this.#objects.set(keyOf(now), now)
    this.#tell(previousObject === undefined ? { now } : { now, before: previousObject })
  }

  #remove(key: string): void {
    const previousObject = this.#objects.get(key)
    this.#objects.delete(key)
    if (previousObject !== undefined) this.#tell({ before: previousObject })
  }

  #tellAll(): void {
    for (const object of this.all) this.#tell({ now: object, before: object, again: true })
  }

  #tell(change: Change): void {
    for (const listener of this.#listeners) listener(change)
  }
}

const maxTimerMs = 2 ** 31 - 1
