import type { About } from '#http/route.ts'

/** What developers read of the routes of this folder. */
export const about = {
  listWebhookEndpoints: {
    name: 'listWebhookEndpoints',
    title: 'List webhook endpoints',
    text: 'All webhook endpoints of the service in the key’s mode, without secrets. At most five.',
  },
  createWebhookEndpoint: {
    name: 'createWebhookEndpoint',
    title: 'Create a webhook endpoint',
    text: 'Adds an address that events are sent to. Its `secret` is in this answer alone: keep it, it signs and encrypts. The address is public, `https`, on port 443 or from 1024.',
    examples: {
      'Every event': { url: 'https://shop.example/hook', label: 'Shop', events: ['*'] },
      'Payments alone': {
        url: 'https://shop.example/payments',
        events: ['payment.success', 'payment.failed'],
      },
    },
    codes: ['webhook_limit_reached'],
  },
  getWebhookEndpoint: {
    name: 'getWebhookEndpoint',
    title: 'Read a webhook endpoint',
    text: 'One webhook endpoint, without its secret.',
  },
  deleteWebhookEndpoint: {
    name: 'deleteWebhookEndpoint',
    title: 'Delete a webhook endpoint',
    text: 'Deletes it for good; deliveries that wait are ended and stay in the history.',
  },
  listWebhookEventTypes: {
    name: 'listWebhookEventTypes',
    title: 'List event types',
    text: 'The catalogue of event types by group, with French labels.',
  },
  listEvents: {
    name: 'listEvents',
    title: 'List events',
    text: 'What happened, oldest first, as webhooks tell it: a listener goes on where it stopped with `after`, and waits with `wait`. Send `Service-Version: 2.6.0`, which added it; without that header the answer is 501.',
    codes: ['invalid_cursor'],
  },
  getEvent: {
    name: 'getEvent',
    title: 'Read an event',
    text: 'One event, by its id. Send `Service-Version: 2.6.0`, which added it; without that header the answer is 501.',
  },
} satisfies Readonly<Record<string, About>>
