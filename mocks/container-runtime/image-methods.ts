import { GrpcError } from '../grpc/status.ts'
import type { Fields } from '../grpc/service.ts'
import type { MethodHandlers } from './answers.ts'
import { nowNs } from './clock.ts'
import type { Disk } from './disk.ts'
import type { FilesystemUsageSchema, ImageSchema } from '#protos/container-runtime/images_pb.ts'
import type { Image, Images } from './images.ts'

/** Actions of a correct runtime on images. */
export function imageMethods(images: Images, disk: Disk): MethodHandlers {
  return {
    listImages: ({ filter }) => {
      const wantedName = filter?.image?.image ?? ''
      const selectedImages =
        wantedName === '' ? images.all : [images.find(wantedName)].filter((image) => image !== undefined)
      return { images: selectedImages.map(imageOf) }
    },

    // A missing image is not an error: the response is empty.
    imageStatus: ({ image, verbose }) => {
      const foundImage = images.find(nameOf(image))
      return {
        ...(foundImage && { image: imageOf(foundImage) }),
        ...(foundImage &&
          verbose && { info: { info: JSON.stringify({ lastUsedMs: foundImage.lastUsedMs }) } }),
      }
    },

    pullImage: ({ image }) => ({ imageRef: images.add({ name: nameOf(image) }).id }),

    removeImage: ({ image }) => {
      images.remove(nameOf(image))
      return {}
    },

    imageFsInfo: () => {
      const usage = (mountpoint: string, usedBytes: number): Fields<typeof FilesystemUsageSchema> => ({
        timestamp: nowNs(),
        fsId: { mountpoint },
        usedBytes: { value: BigInt(usedBytes) },
        inodesUsed: { value: BigInt(disk.inodesUsed) },
      })
      const imageBytes = disk.imageBytes ?? images.bytes
      return {
        imageFilesystems: [usage(disk.mountpoint, imageBytes)],
        containerFilesystems: [
          usage(disk.containerMountpoint ?? disk.mountpoint, disk.containerBytes ?? imageBytes),
        ],
      }
    },
  }
}

function nameOf(image: { readonly image: string } | undefined): string {
  if (image === undefined || image.image === '') {
    throw new GrpcError('INVALID_ARGUMENT', 'the request names no image')
  }
  return image.image
}

/** Returns an image in the form of the interface. */
function imageOf({ id, tags, digests, sizeBytes, pinned, user }: Image): Fields<typeof ImageSchema> {
  return {
    id,
    repoTags: [...tags],
    repoDigests: [...digests],
    size: BigInt(sizeBytes),
    spec: { image: id },
    pinned,
    ...(user === undefined || 'uid' in user
      ? { uid: { value: BigInt(user?.uid ?? 0) } }
      : { username: user.name }),
  }
}
