package main

import (
	"encoding/json"
	"net/http"
	"os"
)

type Case struct {
	Secret, Body string
	Headers      map[string]string
}

func main() {
	var cases []Case
	if err := json.NewDecoder(os.Stdin).Decode(&cases); err != nil {
		panic(err)
	}
	results := make([]*string, len(cases))
	for i, c := range cases {
		header := http.Header{}
		for name, value := range c.Headers {
			header.Set(name, value)
		}
		if event, err := ReadWebhook(c.Secret, header, []byte(c.Body)); err == nil {
			results[i] = &event.Type
		}
	}
	if err := json.NewEncoder(os.Stdout).Encode(results); err != nil {
		panic(err)
	}
}
