<?php
require __DIR__ . '/snippet.php';

$results = [];
foreach (json_decode(stream_get_contents(STDIN), true) as ['secret' => $secret, 'headers' => $headers, 'body' => $body]) {
    $results[] = read_webhook($secret, $headers, $body)['type'] ?? null;
}
echo json_encode($results);
