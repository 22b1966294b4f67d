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
