import { readJpeg } from './picture-jpeg.ts'
import { readPng } from './picture-png.ts'
import type { Picture, PictureSize } from './picture-parts.ts'

export interface PictureLimits {
  readonly bytesMax: number
  /** Pixels. */
  readonly sideMin: number
  readonly sideMax: number
}

/**
 * The picture that somebody gave, put together again from the parts that show it: the place where it was taken, comments,
 * and whatever hangs behind its end are left out. Undefined for anything else: other formats whatever their name, broken
 * or too large ones, and those that unpack to more than their size says.
 */
export function readPicture(bytes: Buffer, limits: PictureLimits): Picture | undefined {
  if (bytes.length > limits.bytesMax) return undefined
  const isSide = (side: number): boolean => side >= limits.sideMin && side <= limits.sideMax
  const isAllowed = ({ width, height }: PictureSize): boolean => isSide(width) && isSide(height)
  return readPng(bytes, isAllowed) ?? readJpeg(bytes, isAllowed)
}
