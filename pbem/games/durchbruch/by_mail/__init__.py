"""Durchbruch by mail: orders, standing orders, sheets and views."""
