/** Where images and containers are kept, as the runtime tells; change it at any time. */
export interface Disk {
  /**
   * An existing directory on the file system of the images. Node agents ask the system how full that is; they know
   * only those that were mounted before they started.
   */
  mountpoint: string
  /** The same for the containers' own layers; default that of the images. */
  containerMountpoint?: string
  /** What images use; default what those that are there weigh. */
  imageBytes?: number
  /** What containers' own layers use; default the same. */
  containerBytes?: number
  inodesUsed: number
}
