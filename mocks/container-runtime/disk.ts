/** Reported location and usage of images and containers; may be changed at any time. */
export interface Disk {
  /**
   * Existing directory on the file system of the images. Node agents query its usage from the system; they know only
   * file systems that were mounted before they started.
   */
  mountpoint: string
  /**
   * Existing directory on the file system of the containers' writable layers. Default: the directory of the images.
   */
  containerMountpoint?: string
  /** Bytes that images use. Default: the total of the present images. */
  imageBytes?: number
  /** Bytes that the writable layers of containers use. Default: the total of the present containers. */
  containerBytes?: number
  inodesUsed: number
}
