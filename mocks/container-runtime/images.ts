import { createHash } from 'node:crypto'

/** An image that the runtime has. */
export interface Image {
  /** `sha256:` and 64 hex digits. */
  readonly id: string
  readonly tags: readonly string[]
  readonly digests: readonly string[]
  readonly sizeBytes: number
  /** Never to be removed for want of space. */
  readonly pinned: boolean
  /** The user that its containers run as; default root. */
  readonly user?: { readonly uid: number } | { readonly name: string }
  /** When a container was last made of it, in milliseconds since 1970. The interface does not tell this. */
  lastUsedMs?: number
}

/** An image to plant; what is left out follows from its name. */
export interface ImageSeed extends Partial<Pick<Image, 'sizeBytes' | 'pinned' | 'lastUsedMs'>> {
  /** `registry.example/app:1`, with the tag `latest` where there is no tag and no digest. */
  readonly name: string
  /** Further names of the same image. */
  readonly otherNames?: readonly string[]
  readonly user?: { readonly uid: number } | { readonly name: string }
}

const usualBytes = 10 * 1024 * 1024

/** The images of a runtime. */
export class Images {
  readonly #all = new Map<string, Image>()

  /** Oldest first. */
  get all(): readonly Image[] {
    return [...this.#all.values()]
  }

  /** Size of all images together. */
  get bytes(): number {
    return this.all.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
  }

  /** Plants an image, or pulls one that was asked for; the same name again gives the image that is there. */
  add({ name, otherNames = [], sizeBytes = usualBytes, pinned = false, ...rest }: ImageSeed): Image {
    const there = this.find(name)
    if (there !== undefined) return there
    const names = [name, ...otherNames].map(whole)
    const digest = `sha256:${createHash('sha256').update(whole(name)).digest('hex')}`
    const image: Image = {
      // An image and its manifest have digests of their own.
      id: `sha256:${createHash('sha256').update(digest).digest('hex')}`,
      tags: names.filter((one) => !one.includes('@')),
      digests: names.map((one) => (one.includes('@') ? one : `${repositoryOf(one)}@${digest}`)),
      sizeBytes,
      pinned,
      ...rest,
    }
    this.#all.set(image.id, image)
    return image
  }

  /** The image of a name, a digest or an id. */
  find(reference: string): Image | undefined {
    const byId = this.#all.get(reference) ?? this.#all.get(`sha256:${reference}`)
    if (byId !== undefined) return byId
    const name = whole(reference)
    return this.all.find(({ tags, digests }) => tags.includes(name) || digests.includes(name))
  }

  /** Removes an image with all its names; one that is not there is no error. */
  remove(reference: string): void {
    const image = this.find(reference)
    if (image !== undefined) this.#all.delete(image.id)
  }
}

/** A name with its tag. */
function whole(name: string): string {
  return name.includes('@') || repositoryOf(name) !== name ? name : `${name}:latest`
}

/** A name without its tag; the colon of a port stays. */
function repositoryOf(name: string): string {
  return name.replace(/:[^:/]*$/, '')
}
