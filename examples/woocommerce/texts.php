<?php

declare(strict_types=1);

/** What the plugin says: in French to who reads WordPress in French, otherwise in English. */
function payment_service_text(string $name): string
{
    $texts = [
        'method' => ['Mobile Money and cards, on the service’s own page.', 'Mobile Money et cartes, sur la page du service.'],
        'webhook' => [
            'In the portal, create a webhook with payment.success and payment.failed for this address: %s',
            'Dans le portail, créez un webhook avec payment.success et payment.failed pour cette adresse : %s',
        ],
        'enabled' => ['Enabled', 'Activé'],
        'title' => ['Title at the checkout', 'Titre à la caisse'],
        'title_default' => ['Mobile Money or card', 'Mobile Money ou carte'],
        'description' => ['Text at the checkout', 'Texte à la caisse'],
        'description_default' => [
            'You pay on a secure page and then come back to the shop.',
            'Vous payez sur une page sécurisée, puis vous revenez à la boutique.',
        ],
        'base_url' => ['Address of the service', 'Adresse du service'],
        'base_url_hint' => ['It begins with https://', 'Elle commence par https://'],
        'api_key' => ['Secret key', 'Clé secrète'],
        'api_key_hint' => [
            'From the portal, API keys. First try with a sandbox key: no real money moves.',
            'Dans le portail, Clés API. Essayez d’abord avec une clé de test : aucun argent réel ne bouge.',
        ],
        'webhook_secret' => ['Secret of the webhook', 'Secret du webhook'],
        'webhook_secret_hint' => [
            'The portal shows it when the webhook is created. Without it, no order is ever marked as paid. While you renew it, give both, separated by a comma.',
            'Le portail l’affiche à la création du webhook. Sans lui, aucune commande n’est jamais marquée payée. Pendant que vous le renouvelez, donnez les deux, séparés par une virgule.',
        ],
        'bad_base_url' => [
            'The address of the service was not saved: give it in full, such as https://pay.example.com',
            'L’adresse du service n’a pas été enregistrée : donnez-la en entier, par exemple https://pay.example.com',
        ],
        'incomplete' => [
            'Customers do not see this method yet: give the address of the service, the secret key and the secret of the webhook.',
            'Les clients ne voient pas encore ce moyen de paiement : donnez l’adresse du service, la clé secrète et le secret du webhook.',
        ],
        'not_opened' => [
            'The payment page could not be opened, and nothing was charged. Please try again in a moment, or choose another method.',
            'La page de paiement ne s’est pas ouverte et rien n’a été débité. Réessayez dans un instant ou choisissez un autre moyen.',
        ],
        'test_mode' => [
            'Payment Service is in test mode: its key is a sandbox key, and no real money moves.',
            'Payment Service est en mode test : sa clé est une clé de test et aucun argent réel ne bouge.',
        ],
        'not_secret' => [
            'This is not a secret key, and customers cannot pay: take the one that begins with SKLIVE_ or SKSANDBOX_.',
            'Ce n’est pas une clé secrète, et les clients ne peuvent pas payer : prenez celle qui commence par SKLIVE_ ou SKSANDBOX_.',
        ],
        'no_webhook_live' => [
            'The service has no webhook in live mode with payment.success, so orders would be marked as paid an hour late at worst. Create it in the portal in the mode of this key, and take its secret.',
            'Le service n’a pas de webhook en mode réel avec payment.success : une commande payée pourrait n’être marquée qu’une heure après. Créez-le dans le portail, dans le mode de cette clé, et reprenez son secret.',
        ],
        'no_webhook_test' => [
            'The service has no webhook in test mode with payment.success, so orders would be marked as paid an hour late at worst. Create it in the portal in the mode of this key, and take its secret.',
            'Le service n’a pas de webhook en mode test avec payment.success : une commande payée pourrait n’être marquée qu’une heure après. Créez-le dans le portail, dans le mode de cette clé, et reprenez son secret.',
        ],
        'refused' => [
            'Payment Service: webhooks are refused (%s). The secret in the settings must be that of the webhook for this address, in the same mode as the key.',
            'Payment Service : des webhooks sont refusés (%s). Le secret dans les réglages doit être celui du webhook de cette adresse, dans le même mode que la clé.',
        ],
        'late' => [
            'this payment was found by reading the events, before its webhook came. If that happens again, look at the webhook in the portal.',
            'ce paiement a été retrouvé en relisant les événements, avant l’arrivée de son webhook. Si cela se répète, voyez le webhook dans le portail.',
        ],
        'look' => ['a payment to look at', 'un paiement à regarder'],
        'not_open' => [
            'paid, although the order was no longer open. Look at the payment in the portal, then refund it or take the order up again.',
            'payé, alors que la commande n’était plus ouverte. Voyez le paiement dans le portail, puis remboursez-le ou reprenez la commande.',
        ],
        'no_order' => [
            'paid, but the order was deleted. Look at the payment in the portal, then refund it.',
            'payé, mais la commande a été supprimée. Voyez le paiement dans le portail, puis remboursez-le.',
        ],
        'other_price' => [
            'paid, but not the price of the order. Look at the payment in the portal, then refund it or complete the order by hand.',
            'payé, mais pas le prix de la commande. Voyez le paiement dans le portail, puis remboursez-le ou terminez la commande à la main.',
        ],
        'paid_again' => [
            'paid, although the order was paid before. Look at both payments in the portal, then refund one of them.',
            'payé, alors que la commande était déjà payée. Voyez les deux paiements dans le portail, puis remboursez-en un.',
        ],
        'no_packages' => [
            'Payment Service for WooCommerce does nothing yet: its libraries are missing. Run “composer install” in %s, then reload this page.',
            'Payment Service for WooCommerce ne fait encore rien : ses bibliothèques manquent. Lancez « composer install » dans %s, puis rechargez cette page.',
        ],
        'no_woocommerce' => [
            'Payment Service for WooCommerce does nothing yet: install and activate WooCommerce.',
            'Payment Service for WooCommerce ne fait encore rien : installez et activez WooCommerce.',
        ],
    ];
    return $texts[$name][str_starts_with(determine_locale(), 'fr') ? 1 : 0];
}
