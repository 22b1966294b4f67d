/** Everything a page needs comes from the service itself, as files: no script or style in the page, no frame around it. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ')

const refusedFeatures = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'usb',
]

/** Headers of every page; what is personal stays out of every cache, which is the rule of the whole service. */
export const pageHeaders: Readonly<Record<string, string>> = {
  'Content-Security-Policy': policy,
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': refusedFeatures.map((name) => `${name}=()`).join(', '),
  'Referrer-Policy': 'no-referrer',
  'X-Frame-Options': 'DENY',
}
