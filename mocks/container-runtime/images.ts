import { createHash } from 'node:crypto'

/** An image that the runtime has. */
export interface Image {
  /** `sha256:` and 64 hex digits. */
  readonly id: string
  readonly tags: readonly string[]
  readonly digests: readonly string[]
  readonly sizeBytes: number
  /** True if the image must never be removed for lack of space. */
  readonly pinned: boolean
  /** User that runs the containers of the image; default root. */
  readonly user?: { readonly uid: number } | { readonly name: string }
  /**
   * Time at which a container was last made from the image, in milliseconds since 1970. The interface does not report
   * this time.
   */
  lastUsedMs?: number
}

/** An image to plant; omitted fields are derived from its name. */
export interface ImageSeed extends Partial<Pick<Image, 'sizeBytes' | 'pinned' | 'lastUsedMs'>> {
  /** `registry.example/app:1`, with the tag `latest` if there is neither a tag nor a digest. */
  readonly name: string
  /** Other names of the same image. */
  readonly otherNames?: readonly string[]
  readonly user?: { readonly uid: number } | { readonly name: string }
}

const defaultBytes = 10 * 1024 * 1024

/** Images of a runtime. */
export class Images {
  readonly #images = new Map<string, Image>()

  /** All images, oldest first. */
  get all(): readonly Image[] {
    return [...this.#images.values()]
  }

  /** Total size of all images in bytes. */
  get bytes(): number {
    return this.all.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
  }

  /** Adds an image that a test plants or a caller pulls. Returns the existing image if the name exists. */
  add({ name, otherNames = [], sizeBytes = defaultBytes, pinned = false, ...rest }: ImageSeed): Image {
    const existingImage = this.find(name)
    if (existingImage !== undefined) return existingImage
    const names = [name, ...otherNames].map(fullName)
    const digest = `sha256:${createHash('sha256').update(fullName(name)).digest('hex')}`
    const image: Image = {
      // An image and its manifest have different digests.
      id: `sha256:${createHash('sha256').update(digest).digest('hex')}`,
      tags: names.filter((imageName) => !imageName.includes('@')),
      digests: names.map((imageName) =>
        imageName.includes('@') ? imageName : `${repositoryOf(imageName)}@${digest}`,
      ),
      sizeBytes,
      pinned,
      ...rest,
    }
    this.#images.set(image.id, image)
    return image
  }

  /** Returns the image with a name, a digest or an id. */
  find(reference: string): Image | undefined {
    const byId = this.#images.get(reference) ?? this.#images.get(`sha256:${reference}`)
    if (byId !== undefined) return byId
    const name = fullName(reference)
    return this.all.find(({ tags, digests }) => tags.includes(name) || digests.includes(name))
  }

  /** Removes an image with all its names; a missing image is not an error. */
  remove(reference: string): void {
    const image = this.find(reference)
    if (image !== undefined) this.#images.delete(image.id)
  }
}

/** Returns a name with its tag. */
function fullName(name: string): string {
  return name.includes('@') || repositoryOf(name) !== name ? name : `${name}:latest`
}

/** Returns a name without its tag; the colon of a port stays. */
function repositoryOf(name: string): string {
  return name.replace(/:[^:/]*$/, '')
}
